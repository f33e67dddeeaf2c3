import { describe, expect, it } from "vitest";

import { formatMarkdown } from "../../../src/steering/format.ts";

const LONG = "word ".repeat(30).trim();

describe("formatMarkdown", () => {
  it("wraps prose at 80 and leaves its own layout alone", async () => {
    const formatted = await formatMarkdown(`${LONG}\n`);
    expect(Math.max(...formatted.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(await formatMarkdown(formatted)).toBe(formatted);
  });

  it("keeps CRLF, a BOM and a missing final newline", async () => {
    expect(await formatMarkdown("\uFEFF*  a\r\n*  b")).toBe("\uFEFF- a\r\n- b");
    expect(await formatMarkdown("*  a\n")).toBe("- a\n");
  });

  it("leaves the languages in fences alone", async () => {
    const text = '```json\n{ "a":1 }\n```\n';
    expect(await formatMarkdown(text)).toBe(text);
  });

  it("leaves a text alone in which it would change what is read", async () => {
    const text = `*  [ ] ./pkg/__init__.py: ${LONG}\n`;
    expect(await formatMarkdown(text)).toBe(text);
    const verdict = `Verdict: approve\n${LONG}\n`;
    expect(await formatMarkdown(verdict)).toBe(verdict);
  });
});
