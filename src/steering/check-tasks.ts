import type { Code, Html, Paragraph, PhrasingContent } from "mdast";

import type { Range } from "../finding.ts";
import type { Fault } from "./fault.ts";
import { parseMarkdown, rangeOf, walk } from "./markdown.ts";
import type { MarkdownDocument } from "./markdown.ts";
import { readTasks } from "./tasks.ts";

/** What reads like a task to a person and is none to the parser, wherever it stands (document 5). */
export function checkTasks(document: MarkdownDocument): readonly Fault[] {
  const faults: Fault[] = [];
  const lines = document.text.split("\n");
  const unboxed = new Set<Paragraph>();
  for (const node of walk(document.root)) {
    if (node.type === "listItem" && typeof node.checked !== "boolean" && node.children[0]?.type === "paragraph") {
      unboxed.add(node.children[0]);
    }
    if (node.type === "paragraph") faults.push(...checkParagraph(node, unboxed.has(node), lines));
    if (node.type === "code" || node.type === "html") faults.push(...checkHidden(node));
  }
  for (const { text, item, ticked } of readTasks(document.root)) {
    if (text === "") {
      const box = ticked ? "- [x]" : "- [ ]";
      faults.push({
        code: "task-text",
        message: `the box "${box}" has no text`,
        range: rangeOf(item),
        hint: `${box} what is to be ticked`,
      });
    }
  }
  return faults;
}

function checkParagraph(paragraph: Paragraph, inItem: boolean, lines: readonly string[]): readonly Fault[] {
  const faults: Fault[] = [];
  for (const { text, line, first, column: from } of readLineStarts(paragraph.children)) {
    const [source = ""] = lines.slice(line - 1, line);
    if (isEscaped(source, from)) continue;
    const column = Math.max(0, source.indexOf(text.trimEnd())) + 1;
    const range: Range = { start: { line, column }, end: { line, column: column + text.trimEnd().length } };
    const fault = (inItem && first ? checkBox(text) : undefined) ?? checkBullet(text);
    if (fault !== undefined) faults.push({ ...fault, range });
  }
  return faults;
}

interface LineStart {
  readonly text: string;
  readonly line: number;
  /** Where it begins; behind blanks and signs of quotes where that is not known. */
  readonly column: number | undefined;
  /** Whether the paragraph begins here. */
  readonly first: boolean;
}

/** A bracket of the box is escaped: somebody says that it is none. */
const ESCAPED = /^(?:\\?[-*+•‣◦·–—−]|\d{1,9}\\?[.)])?\s*(?:\\\[|\[[^[\]]*\\\])/u;

function isEscaped(source: string, column: number | undefined): boolean {
  return ESCAPED.test(column === undefined ? source.replace(/^[\s>]*/, "") : source.slice(column - 1));
}

/** Plain text with which lines of a paragraph begin; a line that begins with a link or a mark is left out. */
function readLineStarts(children: readonly PhrasingContent[]): readonly LineStart[] {
  const starts: LineStart[] = [];
  let atStart = true;
  for (const [index, child] of children.entries()) {
    if (child.type === "text") {
      const { line, column } = rangeOf(child).start;
      for (const [offset, text] of child.value.split("\n").entries()) {
        const place = { line: line + offset, column: offset === 0 ? column : undefined };
        if (offset > 0 || atStart) starts.push({ text, ...place, first: index === 0 && offset === 0 });
      }
    }
    atStart = child.type === "break";
  }
  return starts;
}

type Misread = Omit<Fault, "range">;

/** `[` and up to two signs or blanks `]`, or a mark with blanks around it: never a word, a number or a footnote. */
const BOX = /^\[([^\p{L}\p{N}[\]^]{0,2}|\s*[xXvV✓✔]\s*)\](.*)$/u;

function checkBox(text: string): Misread | undefined {
  const match = BOX.exec(text);
  if (match === null) return undefined;
  const [, mark = "", rest = ""] = match;
  const box = `[${mark}]`;
  if (!/^[ xX]$/.test(mark)) {
    const right = /[xXvV✓✔]/.test(mark) ? "- [x]" : "- [ ]";
    return {
      code: "task-box",
      message: `the box "${box}" is neither empty "[ ]" nor ticked "[x]"`,
      hint: `${right} ${rest.trim()}`.trim(),
    };
  }
  if (/^[([]/.test(rest)) return undefined;
  return { code: "task-space", message: `the box "${box}" needs a space behind it`, hint: `- ${box} ${rest.trim()}` };
}

const BULLET = /^([-*+•‣◦·–—−]|\d{1,9}[.)])?(\s*)\[([^\p{L}\p{N}[\]^]{0,2}|\s*[xXvV✓✔]\s*)\](?=\s|$)(.*)$/u;

function checkBullet(text: string): Misread | undefined {
  const match = BULLET.exec(text);
  if (match === null) return undefined;
  const [, bullet = "", space = "", mark = "", rest = ""] = match;
  const right = `- [${/[xXvV✓✔]/.test(mark) ? "x" : " "}] ${rest.trim()}`.trim();
  if (bullet === "") {
    if (!/^[ xX]$/.test(mark)) return undefined;
    return { code: "task-bullet", message: `the box "[${mark}]" stands in no list item`, hint: right };
  }
  if (!/^([-*+]|\d+[.)])$/.test(bullet)) {
    return {
      code: "task-bullet",
      message: `"${bullet}" begins no list item; "-", "*", "+", "1." and "1)" do`,
      hint: right,
    };
  }
  if (!/^[ \t]/.test(space))
    return { code: "task-space", message: `the bullet "${bullet}" needs a space behind it`, hint: right };
  return {
    code: "task-bullet",
    message: `the item runs on from the text above; it needs an empty line before it`,
    hint: `\n${right}`,
  };
}

function checkHidden(node: Code | Html): readonly Fault[] {
  const unclosed =
    node.type === "code" ? node.data?.fences === 1 : node.value.startsWith("<!--") && !node.value.includes("-->");
  if (!unclosed) return [];
  const hidden = node.type === "code" ? node.value : node.value.slice("<!--".length);
  const [task] = readTasks(parseMarkdown(hidden).root);
  if (task === undefined) return [];
  const { start } = rangeOf(node);
  const range: Range = { start, end: { line: start.line, column: start.column + 3 } };
  return node.type === "code"
    ? [
        {
          code: "unclosed-fence",
          message: `the fence is never closed and hides "${task.text}"`,
          range,
          hint: "```\ncode\n```",
        },
      ]
    : [
        {
          code: "unclosed-comment",
          message: `the comment is never closed and hides "${task.text}"`,
          range,
          hint: "<!-- comment -->",
        },
      ];
}
