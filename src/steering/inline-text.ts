import type { Nodes } from "mdast";

import { offsetsOf, walk } from "./markdown.ts";

/** Leaves out what lies before an offset of the source; a text that the offset cuts is kept from there. */
export interface Tail {
  readonly source: string;
  readonly from: number;
}

/**
 * What a reader sees of a node's inline content, on one line: marks of emphasis and links gone, code in backticks,
 * references and escapes resolved.
 */
export function renderInlineText(node: Nodes, tail?: Tail): string {
  let text = "";
  for (const part of walk(node)) {
    const { start } = offsetsOf(part);
    if (tail === undefined || start >= tail.from) text += renderPart(part);
    else if (part.type === "text") text += part.value.slice(unescape(tail.source.slice(start, tail.from)).length);
  }
  return foldSpace(text);
}

function renderPart(part: Nodes): string {
  switch (part.type) {
    case "text":
      return part.value;
    case "inlineCode":
      return `\`${part.value}\``;
    case "image":
    case "imageReference":
      return part.alt ?? "";
    case "break":
    case "paragraph":
    case "heading":
    case "tableCell":
      return "\n";
    case "code":
      return `\n${part.value}\n`;
    default:
      return "";
  }
}

/** Resolves CommonMark's backslash escapes. */
export function unescape(source: string): string {
  return source.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Script without spaces between words: a line may end anywhere in it, so a line break there is not a space. */
const WIDE = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303F\\uFF00-\\uFFEF]";
const WIDE_BREAK = new RegExp(`(?<=${WIDE})[ \\t]*(?:\\r\\n?|\\n)[ \\t]*(?=${WIDE})`, "gu");

/** Takes line breaks and runs of blanks as what they are to a reader: one space, or none between wide characters. */
export function foldSpace(text: string): string {
  return text
    .replace(WIDE_BREAK, "")
    .replace(/[ \t\r\n]+/g, " ")
    .trim();
}
