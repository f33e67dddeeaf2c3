import { offsetsOf } from "./markdown.ts";
import type { MarkdownDocument } from "./markdown.ts";
import type { Edit } from "./rewrite.ts";
import type { Task } from "./tasks.ts";

/** Ticks a task's box, or takes the tick back; nothing is to be done where it is so already. */
export function setTick(document: MarkdownDocument, task: Task, ticked: boolean): readonly Edit[] {
  if (task.ticked === ticked) return [];
  const start = boxOf(document, task) + 1;
  return [{ start, end: start + 1, text: ticked ? "x" : " " }];
}

/** Writes a text over what stands behind a task's box. */
export function setText(document: MarkdownDocument, task: Task, text: string): Edit {
  const after = boxOf(document, task) + 3;
  const old = document.text.slice(after, Math.max(after, offsetsOf(task.content).end));
  const start = after + old.length - old.trimStart().length;
  return { start, end: after + old.trimEnd().length, text: start === after ? ` ${text}` : text };
}

/** Adds a line below a task, as the last that belongs to it: an item in its list, or one of a list inside of it. */
export function addBelow(document: MarkdownDocument, task: Task, where: "beside" | "inside", text: string): Edit {
  const { text: source } = document;
  const { start, end } = offsetsOf(task.item);
  const line = source.lastIndexOf("\n", start - 1) + 1;
  // What stands before the item on its line is other items' signs, or quotes that go on.
  const margin = source.slice(line, start).replace(/[^>\s]/g, " ");
  const sign = /^(?:[-*+]|\d{1,9}[.)])/.exec(source.slice(start))?.[0] ?? "-";
  const box = boxOf(document, task);
  const indent = source.slice(start, box).includes("\n") ? sign.length + 1 : box - start;
  const fresh = where === "beside" ? `${nextSign(sign)} [x] ${text}` : `${" ".repeat(indent)}- ${text}`;
  const at = source.indexOf("\n", end);
  const place = at === -1 ? source.length : at;
  return { start: place, end: place, text: `\n${margin}${fresh}` };
}

function nextSign(sign: string): string {
  return sign.replace(/\d+/, (number) => String(Number(number) + 1));
}

/** Offset of the bracket that opens a task's box: the first one behind the item's sign. */
function boxOf({ text }: MarkdownDocument, { item }: Task): number {
  return text.indexOf("[", offsetsOf(item).start);
}
