// What one decision costs in a running process: many changes against many rows none of which holds, so that all of them
// are looked at. The engine is bundled from src/ for it, as the build does.
import { join } from "node:path";
import { build } from "esbuild";

/** Rows of the kinds that workflows have: a path, a folder, a name's end, alternatives, "only". */
const PATTERNS = [
  (n) => `D docs/page-${n}.md`,
  (n) => `A packages/part-${n}/**`,
  (n) => `* **/*.test${n}.ts`,
  (n) => `AM {lib,bin}/${n}/**/*.{js,mjs}`,
  (n) => `only M src/** & A docs/${n}/*.md`,
];

/** Changes, and the milliseconds that one decision over them may take. */
const CEILINGS = new Map([
  [12_500, undefined],
  [25_000, undefined],
  [50_000, undefined],
  [100_000, 300],
]);

/** Milliseconds, the median of `runs`, for each size: `{ name, ms, ceiling }`, the ceiling in milliseconds too. */
export async function benchDecide(root, base, runs) {
  const outfile = join(base, "decide.cjs");
  await build({
    stdin: {
      contents: 'export { decide } from "./decide.ts"; export { parsePattern } from "./pattern.ts";',
      resolveDir: join(root, "src", "engine"),
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile,
    logLevel: "warning",
  });
  const { decide, parsePattern } = (await import(outfile)).default;
  const rows = Array.from({ length: 50 }, (_, n) => ({
    pattern: parsePattern(PATTERNS[n % PATTERNS.length](n)),
    target: { to: "b" },
  }));
  const states = new Map([["a", { name: "a", actor: "agent", rows, content: { kind: "prompt", template: "" } }]]);
  const input = {
    workflow: { states },
    state: "a",
    actor: "agent",
    signals: { events: [], conditions: [] },
    trace: [],
  };
  return [...CEILINGS].map(([size, ceiling]) => {
    const changes = Array.from({ length: size }, (_, n) => ({ status: "M", path: `src/part-${n % 97}/file-${n}.tsx` }));
    const times = Array.from({ length: runs }, () => {
      const started = performance.now();
      if (decide({ ...input, changes }).kind !== "refuse") throw new Error("a row of the benchmark holds");
      return performance.now() - started;
    });
    const ms = times.toSorted((a, b) => a - b)[Math.floor(runs / 2)];
    return {
      name: `decide, ${size.toLocaleString("en")} changes × 50 rows`,
      ms,
      ceiling,
    };
  });
}
