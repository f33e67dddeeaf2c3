import { describe, expect, it } from "vitest";

import { formatMarkdown } from "../../../src/steering/format.ts";
import { guardMode } from "../../../src/steering/guard.ts";
import { STEERING_MODES } from "../../../src/steering/index.ts";
import { parseMarkdown } from "../../../src/steering/markdown.ts";

const path = "plan.md";

describe("a steering file that would take hours to read", () => {
  it.each(["qa", "review", "verdict"])("by its nesting has one finding with its place in the mode %s", (name) => {
    const text = `# Plan\n\n${"> ".repeat(100_000)}x\n`;
    const findings = STEERING_MODES.get(name)?.validate?.({ path, text, draft: true });
    expect(findings).toMatchObject([
      { code: "nested-too-deeply", severity: "error", path, range: { start: { line: 3, column: 101 } } },
    ]);
  });

  it("by its nesting is not formatted", async () => {
    const text = `${"1. ".repeat(100_000)}x\n`;
    expect(await formatMarkdown(text)).toBe(text);
  });

  it("for another reason is given up, with no signals", () => {
    const read = ({ text }: { readonly text: string }) => void parseMarkdown(text);
    const mode = guardMode(
      {
        formats: false,
        validate: (input) => [read(input)].flatMap(() => []),
        signals: () => [String(read({ text: slow }))],
      },
      60,
    );
    const slow = "a<?".repeat(200_000);
    expect(mode.validate?.({ path, text: slow, draft: false })).toMatchObject([{ code: "too-slow-to-read", path }]);
    expect(mode.signals?.({ path, before: undefined, after: slow, changes: [] })).toEqual([]);
  });

  it("is told from a rule, a long line and a list of many", () => {
    for (const text of ["- ".repeat(500), "*".repeat(500), "x ".repeat(5000), "- a\n".repeat(500)])
      expect(parseMarkdown(text).root.children.length).toBeGreaterThan(0);
  });
});
