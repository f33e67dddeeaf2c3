import { describe, expect, it } from "vitest";

import { renderInlineText } from "../../../src/steering/inline-text.ts";
import { offsetsOf, parseMarkdown, rangeOf } from "../../../src/steering/markdown.ts";

describe("parseMarkdown", () => {
  it("counts lines and columns as the file has them, a BOM aside", () => {
    const { root } = parseMarkdown("\uFEFFa\r\n\r\n  - [ ] b\r");
    expect(root.children.map((block) => rangeOf(block).start)).toEqual([
      { line: 1, column: 1 },
      { line: 3, column: 3 },
    ]);
  });

  it("counts the fences of code: none, an open one, both", () => {
    const { root } = parseMarkdown("    indented\n\ntext\n\n```ts title\nclosed\n```\n\n~~~\nopen\n");
    expect(root.children.flatMap((block) => (block.type === "code" ? [block.data?.fences] : []))).toEqual([
      undefined,
      2,
      1,
    ]);
  });

  it("keeps a box as text where no list item is", () => {
    const { root } = parseMarkdown("-\n[ ] x\n");
    expect(root.children.at(-1)).toMatchObject({ type: "paragraph", children: [{ type: "text", value: "[ ] x" }] });
    expect("checked" in root).toBe(false);
  });

  it("takes nesting up to a depth, and reads nothing beyond", () => {
    expect(renderInlineText(parseMarkdown(`${">".repeat(50)} deep`).root)).toBe("deep");
    for (const mark of [">", "> ", "- ", "1. ", "- > "])
      expect(parseMarkdown(`text\n\n${mark.repeat(200_000)}deep`).root.children).toEqual([]);
  });
});

describe("a node that was not parsed", () => {
  it("stands at the start", () => {
    expect(rangeOf({ type: "text", value: "a" }).start).toEqual({ line: 1, column: 1 });
    expect(offsetsOf({ type: "text", value: "a" })).toEqual({ start: 0, end: 0 });
  });

  it("may be an image without words", () => {
    expect(renderInlineText({ type: "image", url: "x" })).toBe("");
  });
});
