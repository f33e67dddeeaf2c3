import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { formatMarkdown } from "../../src/steering/format.ts";
import { STEERING_MODES } from "../../src/steering/index.ts";
import { parseQa } from "../../src/steering/qa.ts";
import { parseReview } from "../../src/steering/review.ts";
import { parseVerdict } from "../../src/steering/verdict.ts";
import { anyText, markdown } from "./steering-markdown.ts";

function reading(text: string): unknown {
  const withoutPlaces = JSON.stringify([parseQa(text), parseReview(text), parseVerdict(text)], (key, value: unknown) =>
    key === "line" ? undefined : value,
  );
  return JSON.parse(withoutPlaces);
}

const PATH = ".gtd/REVIEW.md";

describe("formatMarkdown", () => {
  it("never changes what the parsers read, and leaves alone what it has formatted", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const formatted = await formatMarkdown(text);
        expect(reading(formatted)).toEqual(reading(text));
        expect(await formatMarkdown(formatted)).toBe(formatted);
      }),
      { numRuns: 60 },
    );
  });

  it("keeps line ending, BOM and the last newline or its lack", async () => {
    await fc.assert(
      fc.asyncProperty(markdown, async (text) => {
        const formatted = await formatMarkdown(text);
        expect(formatted.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
        if (text.includes("\r\n")) expect(formatted.replaceAll("\r\n", "")).not.toContain("\n");
        else expect(formatted).not.toContain("\r");
        if (formatted !== "" && formatted !== "\uFEFF") expect(formatted.endsWith("\n")).toBe(text.endsWith("\n"));
      }),
      { numRuns: 40 },
    );
  });

  it("is never a comment in a review", async () => {
    await fc.assert(
      fc.asyncProperty(markdown, async (text) => {
        const after = await formatMarkdown(text);
        const signals = STEERING_MODES.get("review")?.signals?.({
          path: PATH,
          before: text,
          after,
          changes: [{ status: "M", path: PATH }],
        });
        expect(signals).not.toContain("commented");
      }),
      { numRuns: 40 },
    );
  });
});
