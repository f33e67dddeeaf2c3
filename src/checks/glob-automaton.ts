import { GLOB_OPTIONS } from "../engine/glob-matcher.ts";
import { loadMicromatch } from "../engine/micromatch.cjs";
import { buildAutomaton, type Automaton } from "./automaton.ts";
import { parseRegex, Undecidable, type Regex } from "./regex.ts";

const MAGIC = /[\\*?[\](){}|"!+@]/;
const ANYTHING: Regex = { kind: "repeat", item: { kind: "chars", ranges: [[0, 0xffff]] }, min: 0, max: Infinity };
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
  const automaton = buildAutomaton(regexOf(glob));
  automata.set(glob, automaton);
  return automaton;
}

/** The language of one path. */
export function automatonOfPath(path: string): Automaton {
  return buildAutomaton(literal(path));
}

function regexOf(glob: string): Regex {
  if (glob === "**") return ANYTHING;
  if (glob.startsWith("./")) return matched(glob);
  if (!MAGIC.test(glob)) return literal(glob);
  const base = glob.slice(0, -3);
  if (!glob.endsWith("/**") || base === "" || MAGIC.test(base)) return matched(glob);
  const below: Regex = { kind: "sequence", items: [literal("/"), ANYTHING] };
  return { kind: "sequence", items: [literal(base), { kind: "repeat", item: below, min: 0, max: 1 }] };
}

/** What micromatch's expression matches, and the glob's own text, which micromatch always accepts. */
function matched(glob: string): Regex {
  const { source } = loadMicromatch().makeRe(glob, GLOB_OPTIONS);
  if (source === "$^") return literal(glob);
  const body = /^\^\(\?:([\s\S]*)\)\$$/.exec(source)?.[1];
  if (body === undefined) throw new Undecidable("its expression is not anchored");
  return { kind: "choice", items: [parseRegex(body), literal(glob)] };
}

function literal(text: string): Regex {
  const items = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return { kind: "sequence", items: items.map((code): Regex => ({ kind: "chars", ranges: [[code, code]] })) };
}
