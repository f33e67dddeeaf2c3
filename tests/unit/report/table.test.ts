import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTable, type Column } from "../../../src/report/table.ts";
import { measureWidth } from "../../../src/report/width.ts";

const COLUMNS: readonly Column[] = [
  { cells: ["a", "bb"] },
  { cells: ["", ""] },
  { cells: ["日本語", "🚀 go"], cut: true },
  { cells: ["7", "1024"], align: "right", rank: 2 },
  { cells: ["x", ""], rank: 1, paint: (text) => `<${text}>` },
];

describe("a table", () => {
  it("is aligned by what a terminal shows, without empty columns and without blanks at the end", () => {
    expect(renderTable(COLUMNS)).toEqual(["a   日本語     7  <x>", "bb  🚀 go   1024"]);
  });

  it("leaves out the columns of the least rank first where it is narrow", () => {
    expect(renderTable(COLUMNS, 16)).toEqual(["a   日本語     7", "bb  🚀 go   1024"]);
    expect(renderTable(COLUMNS, 15)).toEqual(["a   日本語", "bb  🚀 go"]);
  });

  it("cuts the widest text that may be cut, and says so", () => {
    const columns: readonly Column[] = [{ cells: ["a"] }, { cells: ["one two three four"], cut: true }];
    expect(renderTable(columns, 15)).toEqual(["a  one two thr…"]);
  });

  it("is never wider than it may be, nor does a line end in a blank", () => {
    const cell = fc.stringMatching(/^[ -~日語é🚀]{0,12}$/u).map((text) => text.trim());
    const column: fc.Arbitrary<Column> = fc.record(
      {
        cells: fc.array(cell, { minLength: 3, maxLength: 3 }),
        align: fc.constant("right" as const),
        rank: fc.integer({ min: 1, max: 3 }),
        cut: fc.constant(true as const),
      },
      { requiredKeys: ["cells"] },
    );
    fc.assert(
      fc.property(fc.array(column, { maxLength: 5 }), fc.integer({ min: 1, max: 60 }), (columns, width) => {
        for (const line of renderTable(columns, width)) {
          expect(measureWidth(line)).toBeLessThanOrEqual(width);
          expect(line).toBe(line.trimEnd());
        }
      }),
      { numRuns: 300 },
    );
  });
});
