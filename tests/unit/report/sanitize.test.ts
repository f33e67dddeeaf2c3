import { describe, expect, it } from "vitest";
import { quotePath, renderPath, sanitizeText } from "../../../src/report/sanitize.ts";

describe("text for a terminal", () => {
  it("keeps newlines, tabs and every script", () => {
    const text = "a\tb\nüñí 日本 עברית 👩🏽 é\n";
    expect(sanitizeText(text)).toBe(text);
  });

  it.each([
    ["a colour", "a\u001b[31mb\u001b[0m", "ab"],
    ["a cursor move with a private mark", "a\u001b[?25lb", "ab"],
    ["a cut-off sequence", "a\u001b[31", "a"],
    ["an 8-bit sequence", "a\u009b31mb", "ab"],
    ["a window title", "a\u001b]0;title\u0007b", "ab"],
    ["a link", "\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\", "text"],
    ["an 8-bit string", "a\u009d0;t\u009cb", "ab"],
    ["a device control string", "a\u001bPq#0\u001b\\b", "ab"],
    ["a two-character sequence", "a\u001bcb", "ab"],
    ["a character set", "a\u001b(0b", "ab"],
    ["a lone escape", "a\u001b", "a"],
    ["controls", "a\u0000\u0007\u0008\r\u007fb", "ab"],
    ["bidirectional marks", "a\u202e\u2066\u200f\u061cb\u2069", "ab"],
    ["zero-width characters", "a\u200b\u200c\u2060\ufeff\u00adb", "ab"],
    ["tag characters", "a\u{e0041}\u{e007f}b", "ab"],
    ["line and paragraph separators", "a\u2028\u2029b", "ab"],
  ])("drops %s", (_, text, shown) => {
    expect(sanitizeText(text)).toBe(shown);
  });

  it("leaves nothing of a sequence that appears when another is taken away", () => {
    expect(sanitizeText("\u001b\u001b[31m[31mx")).not.toContain("\u001b");
  });
});

describe("a path", () => {
  it.each([
    ["src/a b.ts", "src/a b.ts"],
    ["caf\u00e9.md", "caf\u00e9.md"],
    ["a\nb", '"a\\nb"'],
    ["tab\there", '"tab\\there"'],
    ['say "so"', '"say \\"so\\""'],
    ["back\\slash", '"back\\\\slash"'],
    ["\u001b[31mred", '"\\033[31mred"'],
    ["a\u202eb", '"a\\342\\200\\256b"'],
  ])("%j is shown as git shows it", (name, shown) => {
    expect(renderPath(name)).toBe(shown);
    expect(quotePath(name)).toBe(shown.startsWith('"') ? shown : `"${shown}"`);
  });
});
