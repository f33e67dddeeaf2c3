import type { TemplateFacts } from "../../../src/template/types.ts";

/** Facts of a small repository, with what a test changes laid over them. */
export function makeFacts(overrides: Partial<TemplateFacts> = {}): TemplateFacts {
  const files: Readonly<Record<string, string>> = { "a.txt": "text of a", "dir/b.md": "text of b" };
  return {
    vars: { name: "world", path: ".gtd/TODO.md", odd: "it's $HOME", empty: "" },
    state: "building",
    actor: "agent",
    file: ".gtd/NEXT.md",
    edges: [
      { pattern: "* **", target: "checking", action: "Go on" },
      { pattern: "C", refuse: "do something" },
    ],
    start: "1111",
    head: "3333",
    reviewBase: "2222",
    readFile: (path) => files[path],
    entered: (state) => (state === "planning" ? "abcd" : undefined),
    visits: (state) => (state === "building" ? 2 : 0),
    diff: (from, to) => `diff ${from}..${to ?? "tree"}`,
    retainedDiff: () => "retained",
    previous: "2999",
    paths: () => ["dir/b.md", "a.txt", "dir/.c.md"],
    costByModel: [
      { model: "m", cost: 0.1 },
      { model: "n", cost: 0.2 },
    ],
    ...overrides,
  };
}
