import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { STEERING_MODES } from "../../src/steering/index.ts";
import { parseQa } from "../../src/steering/qa.ts";
import { parseReview } from "../../src/steering/review.ts";
import { parseVerdict } from "../../src/steering/verdict.ts";
import { anyText, markdown } from "./steering-markdown.ts";

const PATH = ".gtd/FILE.md";

describe("steering parsers", () => {
  it("take any text without a throw, and place every finding inside of it", () => {
    fc.assert(
      fc.property(anyText, fc.option(anyText, { nil: undefined }), fc.boolean(), (text, before, draft) => {
        parseQa(text);
        parseReview(text);
        parseVerdict(text);
        const lines = text.split(/\r\n?|\n/).length;
        for (const mode of STEERING_MODES.values()) {
          mode.signals?.({ path: PATH, before, after: text, changes: [] });
          for (const finding of mode.validate?.({
            path: PATH,
            text,
            draft,
            review: { changedPaths: ["a"], baseIsAncestor: false },
          }) ?? []) {
            expect(finding.hint).toBeTruthy();
            expect(finding.range?.start.line).toBeGreaterThan(0);
            expect(finding.range?.start.line).toBeLessThanOrEqual(lines);
            expect(finding.range?.start.column).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it("read the same whatever the line ending, BOM or last newline", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
        const variants = [plain.replaceAll("\n", "\r\n"), `\uFEFF${plain}`, plain.replace(/\n$/, "")];
        for (const variant of variants) {
          expect(parseQa(variant)).toEqual(parseQa(plain));
          expect(parseReview(variant)).toEqual(parseReview(plain));
          expect(parseVerdict(variant)).toEqual(parseVerdict(plain));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("give exactly one of the signals that exclude each other", () => {
    fc.assert(
      fc.property(markdown, markdown, (before, after) => {
        const of = (mode: string) =>
          STEERING_MODES.get(mode)?.signals?.({ path: PATH, before, after, changes: [{ status: "M", path: PATH }] }) ??
          [];
        expect(of("review")).toHaveLength(1);
        const qa = of("qa");
        expect(qa[0] === "settled" ? qa.length === 1 : qa[0] === "open" && qa.length === 2).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("review signals", () => {
  const signals = (before: string, after: string) =>
    STEERING_MODES.get("review")?.signals?.({ path: PATH, before, after, changes: [{ status: "M", path: PATH }] });

  it("a tick is never a comment, any word is one", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("- [ ] ./a.ts#1: note", "  - [ ] ./b.ts", "* [ ] ./c.ts – x"), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.nat(),
        (tasks, at) => {
          const text = (lines: readonly string[]) =>
            `# Review: 1a2b3c4\n\n<!-- base: 1a2b3c4d -->\n\n## A\n\nWhy.\n\n${lines.join("\n")}\n`;
          const place = at % tasks.length;
          const ticked = tasks.map((line, index) => (index === place ? line.replace("[ ]", "[x]") : line));
          expect(signals(text(tasks), text(ticked))).toEqual([tasks.length === 1 ? "approved" : "unfinished"]);
          const spoken = tasks.map((line, index) => (index === place ? `${line} no` : line));
          expect(signals(text(tasks), text(spoken))).toEqual(["commented"]);
          expect(signals(text(ticked), text(tasks))).toEqual(["commented"]);
        },
      ),
    );
  });
});
