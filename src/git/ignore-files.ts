import { dirname, join } from "node:path";
import { mayConfigure, readText } from "./config-files.ts";
import type { Repository } from "./types.ts";

/** Settings under which git finds ignore rules elsewhere: in another file, or in the index of a sparse checkout. */
const ELSEWHERE = /excludesfile|sparse|\[\s*include|^include|'include/im;

/**
 * Whether an ignore rule of git could match one of `paths`; false is certain. Only git knows what a rule means, but a
 * rule whose plain text is in none of the paths matches none, which spares the usual step a process.
 */
export function mayBeIgnored(repo: Repository, paths: readonly string[]): boolean {
  if (paths.length === 0) return false;
  if (mayConfigure(repo, ELSEWHERE)) return true;
  const lower = paths.map((path) => path.toLowerCase());
  return ignoreFiles(repo, paths).some((file) => {
    const text = readText(file);
    return text === undefined || text.split("\n").some((rule) => mayMatch(rule, lower));
  });
}

/** Every ignore file that has a say in `paths`, there or not. */
function ignoreFiles(repo: Repository, paths: readonly string[]): string[] {
  const directories = new Set<string>(["."]);
  for (const path of paths)
    for (let at = dirname(path); at !== "." && at !== "/"; at = dirname(at)) directories.add(at);
  const { HOME = "", XDG_CONFIG_HOME } = process.env;
  return [
    join(repo.commonDir, "info/exclude"),
    join(XDG_CONFIG_HOME || join(HOME, ".config"), "git/ignore"),
    ...[...directories].map((directory) => join(repo.root, directory, ".gitignore")),
  ];
}

/** `lower` are the paths in lower case, because `core.ignoreCase` may be set. */
function mayMatch(rule: string, lower: readonly string[]): boolean {
  const text = rule.trim().toLowerCase();
  if (text === "" || text.startsWith("#")) return false;
  // What stands behind a bracket or a backslash is left to git, the text before it is plain all the same.
  const pieces = text
    .replace(/^!/, "")
    .replace(/[[\\].*$/, "")
    .split(/[*?]+/)
    .map((piece) => piece.replace(/^\/+|\/+$/g, ""));
  return pieces.every((piece) => lower.some((path) => path.includes(piece)));
}
