import { globFault, matchGlob } from "./glob-matcher.ts";
import type { PathMatcher } from "./glob-matcher.ts";
import { separatorAt, skipBlanks, trimBlanks } from "./scan.ts";
import type { PatternFault } from "./scan.ts";
import type { Globs } from "./types.ts";

const QUOTE = 'put a glob in double quotes when it carries " & ", " ! " or a blank at its border';

/** The matcher of a glob less its exclusions; each glob is compiled once in the life of the process. */
export function matchGlobs(globs: Globs): PathMatcher {
  const include = matchGlob(globs.include);
  if (globs.exclude.length === 0) return include;
  const exclude = globs.exclude.map(matchGlob);
  return (path) => include(path) && !exclude.some((excludes) => excludes(path));
}

/** Reads globs alone, as `drop` has them: `glob { " ! " glob }` (STATES.md, "Patterns"). */
export function parseGlobs(source: string): Globs | PatternFault {
  const parsed = parseGlobList(source, 0);
  if ("fault" in parsed) return parsed;
  if (parsed.end < source.length)
    return { fault: '"&" joins clauses, and globs alone have none', offset: parsed.end, hint: QUOTE };
  return parsed.globs;
}

/** Reads globs from `from` up to the end or to the `&` that `end` then points at. */
export function parseGlobList(
  source: string,
  from: number,
): { readonly globs: Globs; readonly end: number } | PatternFault {
  const first = parseGlob(source, from);
  if ("fault" in first) return first;
  const exclude: string[] = [];
  let end = first.end;
  while (separatorAt(source, end) === "!") {
    const next = parseGlob(source, end + 1);
    if ("fault" in next) return next;
    exclude.push(next.glob);
    end = next.end;
  }
  return { globs: { include: first.glob, exclude }, end };
}

function parseGlob(source: string, from: number): { readonly glob: string; readonly end: number } | PatternFault {
  const start = skipBlanks(source, from);
  const quoted = source[start] === '"';
  const close = quoted ? closingQuote(source, start) : start;
  if (close < 0) return { fault: "a quoted glob without its closing quote", offset: start };
  const end = nextSeparator(source, close);
  const text = trimBlanks(source.slice(start, end));
  if (quoted && text.length > close + 1 - start) {
    return { fault: "something behind a quoted glob", offset: close + 1, hint: "put the whole glob in quotes" };
  }
  const glob = quoted ? text.slice(1, -1) : text;
  const fault = globFault(glob);
  return fault === undefined ? { glob, end } : { fault, offset: start, ...(glob === "" ? { hint: QUOTE } : {}) };
}

/** Where the quote at `start` is closed, -1 when it is not; an escaped quote is part of the glob. */
function closingQuote(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += source[at] === "\\" ? 2 : 1) {
    if (source[at] === '"') return at;
  }
  return -1;
}

function nextSeparator(source: string, from: number): number {
  let at = from;
  while (at < source.length && separatorAt(source, at) === undefined) at += 1;
  return at;
}
