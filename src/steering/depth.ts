import type { Fault } from "./fault.ts";

/** Quotes and lists that may lie in one another: the time to read them grows faster than its square. */
const DEPTH = 50;
/** The marks of quotes, bullets and numbers in front of a line. */
const MARKS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
/** A rule between two parts is no nesting. */
const RULE = /^[ \t]*([-*])(?:[ \t]*\1)+[ \t]*$/;
const MARK = />|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])/g;

/** The place where quotes and lists are nested more deeply than is read as markdown; undefined for what people write. */
export function findDepth(text: string): Fault | undefined {
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.length <= DEPTH || RULE.test(line)) continue;
    const at = [...(MARKS.exec(line)?.[0] ?? "").matchAll(MARK)][DEPTH]?.index;
    if (at === undefined) continue;
    const start = { line: index + 1, column: at + 1 };
    return {
      code: "nested-too-deeply",
      message: `quotes and lists are nested more than ${DEPTH} deep here`,
      range: { start, end: { ...start, column: start.column + 1 } },
      hint: `at most ${DEPTH} of ">", "-" and "1." may stand in front of a line`,
    };
  }
  return undefined;
}
