import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitWidth, measureWidth, wrapWidth } from "../../../src/report/width.ts";

describe("a line of text", () => {
  it.each([
    ["plain", 5],
    ["日本", 4],
    ["🚀é", 3],
    ["e\u0301", 1],
    ["", 0],
  ])("%j is as wide as a terminal shows it", (text, width) => {
    expect(measureWidth(text)).toBe(width);
  });

  it("is cut between characters, never within one", () => {
    expect([5, 4, 3, 2, 1, 0].map((columns) => fitWidth("日本語", columns))).toEqual([
      "日本…",
      "日…",
      "日…",
      "…",
      "…",
      "",
    ]);
  });

  it("is broken at spaces, and a word that is too long is cut", () => {
    expect(wrapWidth("one two three", 20)).toEqual(["one two three"]);
    expect(wrapWidth("one two threefour five", 8, "  ")).toEqual(["one two", "  three…", "  five"]);
  });

  it("is never wider than asked", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z 日語é🚀]{0,60}$/u), fc.integer({ min: 1, max: 30 }), (text, columns) => {
        for (const line of [fitWidth(text, columns), ...wrapWidth(text, columns, "  ")])
          expect(measureWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
