import { GLOB_OPTIONS } from "../engine/glob-matcher.ts";
import { loadMicromatch } from "../engine/micromatch.cjs";
import { buildAutomaton, type Automaton } from "./automaton.ts";
import { splitRanges } from "./char-set.ts";
import { parseRegex, Undecidable, type Regex } from "./regex.ts";

const MAGIC = /[\\*?[\](){}|"!+@]/;
const SLASH = 47;
/** How micromatch keeps segments of dots alone out of `**`: no path that git can hold has one. */
const NO_DOTS = String.raw`(?!(?:^|\/)\.{1,2}(?:\/|$))`;
const SEGMENT = String.raw`(?!(?:\.|\.\.|\.[gG][iI][tT])(?:\/|$))[^\/\0]+`;

/** The paths that git can hold: no empty segment, none of one or two dots, no `.git`, no NUL. */
export const PATHS = buildAutomaton(parseRegex(String.raw`${SEGMENT}(?:\/${SEGMENT})*`));

const automata = new Map<string, Automaton>();

/**
 * The language of a glob among the paths that git can hold: exactly what the engine's matcher accepts, since it is made of
 * the very expression that the matcher runs. Each glob is compiled once.
 * @throws Undecidable for what is no regular language
 */
export function automatonOf(glob: string): Automaton {
  const known = automata.get(glob);
  if (known !== undefined) return known;
  const automaton = compileGlob(glob);
  automata.set(glob, automaton);
  return automaton;
}

/** The language of one path. */
export function automatonOfPath(path: string): Automaton {
  return chainOf(path, false);
}

/** The commonest globs directly, as the engine has them too; the others by micromatch's expression. */
function compileGlob(glob: string): Automaton {
  if (glob === "**") return chainOf("", true);
  if (!glob.startsWith("./") && !MAGIC.test(glob)) return chainOf(glob, false);
  const base = glob.endsWith("/**") ? glob.slice(0, -3) : "";
  return base === "" || MAGIC.test(base) ? buildAutomaton(matched(glob)) : chainOf(base, true);
}

/** What micromatch's expression matches, and the glob's own text, which micromatch always accepts. */
function matched(glob: string): Regex {
  const { source } = loadMicromatch().makeRe(glob, GLOB_OPTIONS);
  if (source === "$^") return literal(glob);
  const body = /^\^\(\?:([\s\S]*)\)\$$/.exec(source)?.[1];
  if (body === undefined) throw new Undecidable("its expression is not anchored");
  return { kind: "choice", items: [parseRegex(body.replaceAll(NO_DOTS, "")), literal(glob)] };
}

function literal(text: string): Regex {
  const items = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return { kind: "sequence", items: items.map((code): Regex => ({ kind: "chars", ranges: [[code, code]] })) };
}

/** Accepts one text, and with `below` all that lies below it as a folder too; every path when the text is empty. */
function chainOf(text: string, below: boolean): Automaton {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const starts = splitRanges([...codes, ...(below ? [SLASH] : [])].map((code) => [code, code]));
  const end = codes.length;
  const dead = end + 1;
  const all = end + 2;
  const row = (code: number, to: number): readonly number[] => starts.map((start) => (start === code ? to : dead));
  const next = [
    ...codes.map((code, state) => row(code, state + 1)),
    below && text === "" ? starts.map(() => all) : row(SLASH, below ? all : dead),
    starts.map(() => dead),
    starts.map(() => all),
  ];
  return { starts, next, accepts: next.map((_, state) => state === end || state === all) };
}
