import type { Range } from "../finding.ts";
import { sanitizeText } from "./sanitize.ts";
import { cellsOf, measureWidth } from "./width.ts";

/** Columns of a terminal that the shown part of a line may take. */
const WIDTH = 96;
/** Of these, what is kept left of the caret when the line does not fit. */
const LEAD = 40;
/** Characters looked at on each side of the caret, so that a file of one endless line costs nothing. */
const SPAN = 400;
const TAB = "  ";

/**
 * The line on which a range begins, with its number, and carets below what is meant:
 *
 *     12 | on: { "* **": draftin }
 *        |               ^^^^^^^
 *
 * Safe for a terminal: control characters are gone, tabs are two blanks, wide characters are two columns,
 * long lines are cut around the caret. Empty when the text has no such line.
 */
export function renderCodeFrame(text: string, range: Range): string {
  const line = text.split(/\r\n|\n|\r/)[range.start.line - 1];
  if (line === undefined) return "";
  const from = Math.max(0, Math.min(range.start.column - 1, line.length));
  const to =
    range.end.line > range.start.line ? line.length : Math.max(from, Math.min(range.end.column - 1, line.length));
  const marked = showPart(line.slice(from, Math.min(to, from + SPAN)));
  const after = showPart(line.slice(to, to + SPAN));
  const lead = cutStart(
    showPart(line.slice(Math.max(0, from - SPAN), from)),
    from > SPAN || measureWidth(`${marked}${after}`) > WIDTH - LEAD,
  );
  const indent = measureWidth(lead);
  const carets = Math.max(1, Math.min(measureWidth(marked), WIDTH - indent));
  const number = String(range.start.line);
  return `${number} | ${cutEnd(`${lead}${marked}${after}`)}\n${" ".repeat(number.length)} | ${" ".repeat(indent)}${"^".repeat(carets)}\n`;
}

function showPart(text: string): string {
  return sanitizeText(text).replaceAll("\t", TAB);
}

/** The text left of the caret, cut to its end when the line does not fit. */
function cutStart(before: string, crowded: boolean): string {
  const room = crowded ? LEAD : WIDTH / 2;
  if (measureWidth(before) <= room) return before;
  let width = 1;
  let shown = "";
  for (const cell of cellsOf(before).toReversed()) {
    if (width + cell.width > room) break;
    width += cell.width;
    shown = `${cell.text}${shown}`;
  }
  return `…${shown}`;
}

function cutEnd(text: string): string {
  if (measureWidth(text) <= WIDTH) return text;
  let width = 1;
  let shown = "";
  for (const cell of cellsOf(text)) {
    if (width + cell.width > WIDTH) break;
    width += cell.width;
    shown += cell.text;
  }
  return `${shown}…`;
}
