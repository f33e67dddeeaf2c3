import { loadMicromatch } from "./micromatch.cjs";

/** Answers for a path relative to the repository root, `/` as separator. */
export type PathMatcher = (path: string) => boolean;

/** micromatch's options (STATES.md, "Patterns"): dot files count, a leading `!` has no meaning, `*` matches a newline. */
export const GLOB_OPTIONS = { dot: true, nonegate: true, flags: "s" } as const;

/** In UTF-16 units; micromatch refuses longer globs. */
export const GLOB_LIMIT = 65_536;

const MAGIC = /[\\*?[\](){}|"]/;
const BRACKETS = /[[\](){}]/;
const CLOSERS: ReadonlyMap<string, string> = new Map([["[", "]"], ["(", ")"], ["{", "}"]]);
const CACHE_LIMIT = 10_000;

const matchers = new Map<string, PathMatcher>();

/** The matcher of one glob, compiled once. Total: a glob that `globFault` refuses matches at least its own text. */
export function matchGlob(glob: string): PathMatcher {
  const known = matchers.get(glob);
  if (known !== undefined) return known;
  const matcher = compileByText(glob) ?? compileByMicromatch(glob);
  if (matchers.size >= CACHE_LIMIT) matchers.clear();
  matchers.set(glob, matcher);
  return matcher;
}

/** The commonest globs as plain comparisons, with micromatch's answers for every path that git can hold. */
function compileByText(glob: string): PathMatcher | undefined {
  if (glob === "**") return (path) => path !== "";
  if (glob.startsWith("./")) return undefined;
  if (!MAGIC.test(glob)) return (path) => path === glob;
  const base = glob.endsWith("/**") ? glob.slice(0, -3) : "";
  if (base === "" || MAGIC.test(base)) return undefined;
  return (path) => path.startsWith(base) && (path.length === base.length || path[base.length] === "/");
}

function compileByMicromatch(glob: string): PathMatcher {
  if (glob === "" || glob.length > GLOB_LIMIT) return (path) => path === glob;
  const expression = loadMicromatch().makeRe(glob, GLOB_OPTIONS);
  return (path) => path === glob || expression.test(path);
}

/** What is wrong with a glob, in words; undefined when nothing is. */
export function globFault(glob: string): string | undefined {
  if (glob === "") return "a glob is missing";
  if (glob.length > GLOB_LIMIT) return `a glob of ${glob.length} characters; at most ${GLOB_LIMIT} are allowed`;
  if (BRACKETS.test(glob) && !nests(glob) && !parsesStrictly(glob)) return `unbalanced brackets in "${glob}"`;
  return undefined;
}

/** Whether brackets plainly nest. Escapes, quotes and classes that begin with a bracket are left to micromatch. */
function nests(glob: string): boolean {
  if (/[\\"]|\[\]/.test(glob)) return false;
  const open: string[] = [];
  for (const char of glob) {
    const closer = CLOSERS.get(char);
    if (closer !== undefined) open.push(closer);
    else if (BRACKETS.test(char) && open.pop() !== char) return false;
  }
  return open.length === 0;
}

function parsesStrictly(glob: string): boolean {
  try {
    loadMicromatch().makeRe(glob, { ...GLOB_OPTIONS, strictBrackets: true });
    return true;
  } catch {
    return false;
  }
}
