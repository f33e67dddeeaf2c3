import { parseGlobList } from "./glob.ts";
import { separatorAt, skipBlanks, trimBlanks } from "./scan.ts";
import type { PatternFault } from "./scan.ts";
import type { Clause, Pattern, Status } from "./types.ts";

export type { PatternFault } from "./scan.ts";
export { matchRow } from "./row.ts";

const STATUSES: readonly Status[] = ["A", "M", "D"];
const SIGNAL = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u;
const CLAUSES =
  '"C", a change like "AM src/**", "only AM src/**", a tree clause like "E plan.md" or "N plan.md", or a signal like "@passed"';

interface ParsedClause {
  readonly clause: Clause;
  /** Where the `&` behind the clause stands, or the end of the source. */
  readonly end: number;
}

/** Reads a row's pattern (STATES.md, "Patterns"); its source is kept as it is written. */
export function parsePattern(source: string): Pattern | PatternFault {
  const clauses: Clause[] = [];
  for (let at = 0; at <= source.length;) {
    const parsed = parseClause(source, at);
    if ("fault" in parsed) return parsed;
    clauses.push(parsed.clause);
    at = parsed.end + 1;
  }
  if (clauses.some((c) => c.kind === "clean") && clauses.some((c) => c.kind === "change")) {
    return {
      fault: '"C" beside a change clause can never hold; "C" says that nothing is pending',
      offset: 0,
      hint: '"C" may stand beside signals, "E" and "N"',
    };
  }
  return { source, clauses };
}

function parseClause(source: string, from: number): ParsedClause | PatternFault {
  const start = skipBlanks(source, from);
  const only = source.startsWith("only ", start);
  const at = only ? skipBlanks(source, start + 4) : start;
  const word = source.slice(at, `${source} `.indexOf(" ", at));
  if (word === "" || separatorAt(source, at) !== undefined)
    return { fault: `a clause is missing; it is ${CLAUSES}`, offset: at };
  if (!only && (word === "C" || word.startsWith("@"))) return parseWord(source, at, word);
  const exists = only ? undefined : EXISTS.get(word);
  const statuses = exists === undefined ? parseStatuses(word, at) : [];
  if ("fault" in statuses) return statuses;
  const list = parseGlobList(source, at + word.length);
  if ("fault" in list) return list;
  const { globs, end } = list;
  const text = trimBlanks(source.slice(start, end));
  if (exists !== undefined) return { clause: { kind: "tree", source: text, exists, globs }, end };
  return { clause: { kind: "change", source: text, only, statuses, globs }, end };
}

const EXISTS: ReadonlyMap<string, boolean> = new Map([
  ["E", true],
  ["N", false],
]);

/** `C` or a signal: one word, and nothing but a `&` behind it. */
function parseWord(source: string, start: number, word: string): ParsedClause | PatternFault {
  const end = skipBlanks(source, start + word.length);
  if (end < source.length && separatorAt(source, end) !== "&") {
    return { fault: `something behind "${word}", which stands alone`, offset: end, hint: 'join clauses with " & "' };
  }
  if (word === "C") return { clause: { kind: "clean", source: word }, end };
  const name = word.slice(1);
  if (!SIGNAL.test(name))
    return { fault: `"${word}" is no signal; its name may have letters, digits, "_", "-" and "."`, offset: start };
  return { clause: { kind: "signal", source: word, name }, end };
}

function parseStatuses(word: string, offset: number): readonly Status[] | PatternFault {
  if (word === "*") return STATUSES;
  const statuses = STATUSES.filter((status) => word.includes(status));
  if (statuses.length === word.length) return statuses;
  const hint = hintFor(word);
  return {
    fault: `"${word}" begins no clause; it is ${CLAUSES}; a status is "*" or a set of "A", "M" and "D"`,
    offset,
    ...(hint === undefined ? {} : { hint }),
  };
}

function hintFor(word: string): string | undefined {
  const upper = word.toUpperCase();
  if (upper === "R" || upper === "C") return 'a rename is a "D" and an "A", a copy is an "A"';
  if (word !== upper && /^([AMD]{1,3}|[EN])$/.test(upper)) return `write "${upper}"`;
  return /[/.*]/.test(word) ? `write "* ${word}" for any change of it` : undefined;
}
