import { describe, expect, it } from "vitest";
import type { Range } from "../../../src/finding.ts";
import { renderCodeFrame } from "../../../src/report/code-frame.ts";
import { measureWidth } from "../../../src/report/width.ts";

function range(line: number, column: number, endColumn = column + 1, endLine = line): Range {
  return { start: { line, column }, end: { line: endLine, column: endColumn } };
}

function frame(text: string, ...at: Parameters<typeof range>): readonly string[] {
  return renderCodeFrame(text, range(...at)).split("\n");
}

describe("code frames", () => {
  it("show the line with its number and carets below what is meant", () => {
    expect(renderCodeFrame("one\n  two: three\nfour", range(2, 8, 13))).toBe("2 |   two: three\n  |        ^^^^^\n");
  });

  it("keep the bar in one column for numbers of any length", () => {
    expect(frame("\n".repeat(99) + "x", 100, 1)).toEqual(["100 | x", "    | ^", ""]);
  });

  it("put one caret behind the end of a line", () => {
    expect(frame("ab", 1, 3)).toEqual(["1 | ab", "  |   ^", ""]);
    expect(frame("ab", 1, 99)).toEqual(["1 | ab", "  |   ^", ""]);
    expect(frame("", 1, 1)).toEqual(["1 | ", "  | ^", ""]);
  });

  it("mark the rest of the line when the range goes on below it", () => {
    expect(frame("abcd\nef", 1, 3, 1, 2)).toEqual(["1 | abcd", "  |   ^^", ""]);
  });

  it("are empty when the text has no such line", () => {
    expect(renderCodeFrame("a", range(2, 1))).toBe("");
  });

  it("take any line end, and no carriage return along", () => {
    expect(frame("a\r\nbc\rd", 2, 1, 3)).toEqual(["2 | bc", "  | ^^", ""]);
    expect(frame("a\r\nbc\rd", 3, 1)).toEqual(["3 | d", "  | ^", ""]);
  });

  it("show tabs as two blanks", () => {
    expect(frame("\tx\ty", 1, 4)).toEqual(["1 |   x  y", "  |      ^", ""]);
  });

  it("count wide characters twice and combining ones not at all", () => {
    expect(frame("日本 x", 1, 4)).toEqual(["1 | 日本 x", "  |      ^", ""]);
    expect(frame("e\u0301x", 1, 3)).toEqual(["1 | e\u0301x", "  |  ^", ""]);
    expect(frame("👩🏽 x", 1, "👩🏽 x".length)[1]).toBe("  |    ^");
    expect(frame("日本", 1, 1, 2)).toEqual(["1 | 日本", "  | ^^", ""]);
  });

  it("hide control characters", () => {
    expect(frame("\u001b[31mred\u001b[0m", 1, 6, 9)[0]).toBe("1 | red");
  });

  it("cut a long line around the caret", () => {
    const line = `${"a".repeat(300)}HERE${"b".repeat(300)}`;
    const [source = "", carets = ""] = frame(line, 1, 301, 305);
    expect(source.startsWith("1 | …aaa")).toBe(true);
    expect(source.endsWith("bbb…")).toBe(true);
    expect(measureWidth(source)).toBeLessThanOrEqual(100);
    expect(source.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1)).toBe("HERE");
  });

  it("cut a long line of wide characters around the caret", () => {
    const [source = "", carets = ""] = frame(`${"日".repeat(200)}x${"本".repeat(200)}`, 1, 201);
    expect(measureWidth(source)).toBeLessThanOrEqual(100);
    expect(measureWidth(source.slice(0, source.indexOf("x")))).toBe(carets.indexOf("^"));
  });

  it("keep the start of a long line when the caret is near it, and the end when it is there", () => {
    expect(frame(`HERE${"b".repeat(300)}`, 1, 1, 5)[0]).toMatch(/^1 \| HEREb+…$/);
    expect(frame(`${"a".repeat(300)}HERE`, 1, 301, 305)[0]).toMatch(/^1 \| …a+HERE$/);
  });

  it("mark no more than is shown", () => {
    const [source = "", carets = ""] = frame("x".repeat(1000), 1, 1, 1001);
    expect(measureWidth(carets)).toBe(measureWidth(source));
  });

  it("cost nothing on an endless line", () => {
    const [source = ""] = frame("é".repeat(5_000_000), 1, 4_000_000);
    expect(measureWidth(source)).toBeLessThanOrEqual(100);
  });
});
