import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

import type { Finding } from "../../../src/finding.ts";
import { formatMarkdown } from "../../../src/steering/format.ts";
import { STEERING_MODES } from "../../../src/steering/index.ts";
import { parseReview } from "../../../src/steering/review.ts";
import type { ReviewFacts } from "../../../src/steering/types.ts";

/** Each `x.md` has an `x.out` beside it: its findings, or for `format` the text as it is laid out. */
const FIXTURES = "tests/fixtures/steering";
const PATH = ".gtd/FILE.md";
const CHANGED = ["src/calc.ts", "src/calc.test.ts", "src/calc test.ts"];

const FOLDERS = [
  { folder: "qa", mode: "qa", draft: false },
  { folder: "qa-draft", mode: "qa", draft: true },
  { folder: "review", mode: "review", draft: false },
  { folder: "review-draft", mode: "review", draft: true, changedPaths: CHANGED },
  { folder: "review-empty", mode: "review", draft: true, changedPaths: [] },
  { folder: "verdict", mode: "verdict", draft: true },
];

function readPairs(folder: string): readonly { readonly name: string; readonly text: string; readonly out: string }[] {
  return readdirSync(join(FIXTURES, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({
      name: basename(name, ".md"),
      text: readFileSync(join(FIXTURES, folder, name), "utf8"),
      out: join(process.cwd(), FIXTURES, folder, name.replace(/\.md$/, ".out")),
    }));
}

function renderFinding({ code, severity, message, range, hint }: Finding): string {
  const place =
    range === undefined ? "?" : `${range.start.line}:${range.start.column}-${range.end.line}:${range.end.column}`;
  return `${place} ${severity} ${code}: ${message}\n${(hint ?? "").replace(/^/gm, "    ")}\n`;
}

for (const { folder, mode, draft, changedPaths } of FOLDERS) {
  describe(`findings of ${folder}`, () => {
    it.each(readPairs(folder))("$name", async ({ text, out }) => {
      expect(existsSync(out), out).toBe(true);
      const facts = changedPaths === undefined ? {} : { review: factsOf(text, changedPaths) };
      const findings = STEERING_MODES.get(mode)?.validate?.({ path: PATH, text, draft, ...facts }) ?? [];
      expect(findings.every(({ path }) => path === PATH)).toBe(true);
      await expect(findings.map(renderFinding).join("")).toMatchFileSnapshot(out);
    });
  });
}

function factsOf(text: string, changedPaths: readonly string[]): ReviewFacts {
  return { changedPaths, baseIsAncestor: parseReview(text).base?.startsWith("1a2b3c4") ?? true };
}

describe("layout", () => {
  it.each(readPairs("format"))("$name", async ({ text, out }) => {
    expect(existsSync(out), out).toBe(true);
    await expect(await formatMarkdown(text)).toMatchFileSnapshot(out);
  });
});
