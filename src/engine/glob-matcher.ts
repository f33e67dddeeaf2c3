import { loadMicromatch } from "./micromatch.cjs";

/** Answers for a path relative to the repository root, `/` as separator. */
export type PathMatcher = (path: string) => boolean;

/** micromatch's options (STATES.md, "Patterns"): dot files count, a leading `!` has no meaning, `*` matches a newline. */
export const GLOB_OPTIONS = { dot: true, nonegate: true, flags: "s" } as const;

/** In UTF-16 units; micromatch refuses longer globs. */
export const GLOB_LIMIT = 65_536;

const MAGIC = /[\\*?[\](){}|"]/;
/** micromatch never comes back from a glob that ends so. */
const ENDLESS = /\\{4}$/;
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
  if (base !== "" && !MAGIC.test(base))
    return (path) => path.startsWith(base) && (path.length === base.length || path[base.length] === "/");
  return compileSuffix(glob);
}

/** A folder and "/" or none, then all below or none, then one star and how the name ends. */
const SUFFIX = /^((?:[^\\*?[\](){}|"/]+\/)*)(\*\*\/)?\*([^\\*?[\](){}|"/]*)$/;

// As in "*.md", "src/*.md" and the same at any depth.
function compileSuffix(glob: string): PathMatcher | undefined {
  const [, folder, deep, end] = SUFFIX.exec(glob) ?? [];
  if (folder === undefined || end === undefined) return undefined;
  // A star stands for nothing before an end, and for something alone.
  const least = folder.length + Math.max(1, end.length);
  return (path) =>
    path.length >= least &&
    path.endsWith(end) &&
    path.startsWith(folder) &&
    (deep !== undefined || !path.includes("/", folder.length));
}

function compileByMicromatch(glob: string): PathMatcher {
  if (glob === "" || glob.length > GLOB_LIMIT || ENDLESS.test(glob)) return (path) => path === glob;
  const expression = loadMicromatch().makeRe(glob, GLOB_OPTIONS);
  return (path) => path === glob || expression.test(path);
}

/** What is wrong with a glob, in words; undefined when nothing is. */
export function globFault(glob: string): string | undefined {
  if (glob === "") return "a glob is missing";
  if (glob.length > GLOB_LIMIT) return `a glob of ${glob.length} characters; at most ${GLOB_LIMIT} are allowed`;
  if (ENDLESS.test(glob)) return `"${glob}" ends in backslashes, which escape nothing`;
  return balances(glob) && (!glob.includes('"') || parsesStrictly(glob))
    ? undefined
    : `unbalanced brackets in "${glob}"`;
}

/** Whether brackets nest outside escapes and classes. */
function balances(glob: string): boolean {
  const open: string[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "[") {
      const end = endOfClass(glob, at);
      if (end < 0) return false;
      at = end;
    } else if (char === "(" || char === "{") open.push(char === "(" ? ")" : "}");
    else if (/[\])}]/.test(char) && open.pop() !== char) return false;
  }
  return open.length === 0;
}

/** Where the class that begins at `start` ends, -1 when it does not; a "]" directly behind its opening belongs to it. */
function endOfClass(glob: string, start: number): number {
  const first = start + (glob.charAt(start + 1) === "^" ? 2 : 1);
  for (let at = first; at < glob.length; at += 1) {
    if (glob[at] === "\\") at += 1;
    else if (glob.startsWith("[:", at) && glob.includes(":]", at + 2)) at = glob.indexOf(":]", at + 2) + 1;
    else if (glob[at] === "]" && at > first) return at;
  }
  return -1;
}

/** What quotes hide from micromatch's count is for micromatch to say. */
function parsesStrictly(glob: string): boolean {
  try {
    loadMicromatch().makeRe(glob, { ...GLOB_OPTIONS, strictBrackets: true });
    return true;
  } catch {
    return false;
  }
}
