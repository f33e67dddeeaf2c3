import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import type { Repository } from "./types.ts";

/**
 * The repository that `cwd` lies in, found by reading files: no process is started, and `GIT_DIR` and its kin
 * are not looked at. Throws `no-repository`, `bare-repository`, `broken-repository`, `ref-storage` or `no-directory` (exit 6).
 */
export function findRepository(cwd: string): Repository {
  const start = realStart(cwd);
  for (let dir = start; ; dir = dirname(dir)) {
    const found = openAt(dir, start);
    if (found) return found;
    if (isGitDir(dir)) throw bare(dir);
    if (dir === dirname(dir)) break;
  }
  throw new UserError(`"${cwd}" is not inside a git repository`, {
    code: "no-repository",
    exit: EXIT.unfit,
    next: ["git init", "gtd"],
  });
}

function realStart(cwd: string): string {
  try {
    return realpathSync(cwd);
  } catch (error) {
    throw new UserError(`the directory "${cwd}" cannot be found: it is gone, or its name is no UTF-8`, {
      code: "no-directory",
      exit: EXIT.unfit,
      next: ["go to a directory that is there, then run the command again"],
      cause: error,
    });
  }
}

/** Looks again, without git, whether the repository is one that gtd works in; throws as `findRepository` does. */
export function checkPlace({ root }: Repository): void {
  openAt(root, root);
}

function openAt(root: string, start: string): Repository | undefined {
  const dot = join(root, ".git");
  const gitDir = followDotGit(dot);
  if (gitDir === undefined) return undefined;
  if (!isGitDir(gitDir)) {
    // An empty or foreign `.git` directory is skipped, as git skips it; a file that leads nowhere is a fault.
    if (lstatSync(dot).isDirectory()) return undefined;
    throw broken(dot, `leads to "${gitDir}", which is no git directory`);
  }
  const commonDir = readCommonDir(gitDir);
  const config = readConfig(commonDir, gitDir);
  const storage = config("extensions", "refstorage")?.toLowerCase() ?? "files";
  if (storage !== "files") throw foreignStorage(commonDir, storage);
  if (gitDir === commonDir) {
    if (isTrue(config("core", "bare"))) throw bare(root);
    const worktree = config("core", "worktree");
    if (
      worktree !== undefined &&
      resolve(gitDir, worktree) !== root &&
      realpathOr(resolve(gitDir, worktree)) !== root
    ) {
      throw broken(join(commonDir, "config"), `sets "core.worktree" to "${worktree}", gtd works where the ".git" lies`);
    }
  }
  return { root, gitDir, commonDir, prefix: relative(root, start).split(sep).join("/") };
}

/** Where a `.git` leads: itself, or what the `gitdir:` line of a linked worktree or submodule names. */
function followDotGit(dot: string): string | undefined {
  let stats;
  try {
    stats = lstatSync(realpathSync(dot));
  } catch {
    return undefined;
  }
  if (stats.isDirectory()) return realpathSync(dot);
  const line = /^gitdir: (.+?)\r?\n?$/s.exec(readFileSync(dot, "utf8"));
  if (!line?.[1]) throw broken(dot, 'holds no "gitdir:" line');
  return realpathOr(resolve(dirname(dot), line[1]));
}

function readCommonDir(gitDir: string): string {
  const file = join(gitDir, "commondir");
  return existsSync(file) ? realpathSync(resolve(gitDir, readFileSync(file, "utf8").trim())) : gitDir;
}

function isGitDir(dir: string): boolean {
  return (
    existsSync(join(dir, "HEAD")) &&
    (existsSync(join(dir, "commondir")) || (existsSync(join(dir, "objects")) && existsSync(join(dir, "refs"))))
  );
}

type Config = (section: string, key: string) => string | undefined;

/**
 * Looks up plain keys of a repository's own configuration file and, where `extensions.worktreeConfig` says so and a
 * worktree's git directory is given, of `config.worktree` there; the last one wins, includes are not followed.
 */
export function readConfig(commonDir: string, gitDir?: string): Config {
  const found = new Map<string, string>();
  const config: Config = (section, key) => found.get(`${section}.${key}`.toLowerCase());
  parseConfig(readText(join(commonDir, "config")), found);
  if (gitDir !== undefined && isTrue(config("extensions", "worktreeconfig")))
    parseConfig(readText(join(gitDir, "config.worktree")), found);
  return config;
}

/** A repository without a configuration file is one with git's defaults. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value);
}

function parseConfig(text: string, found: Map<string, string>): void {
  let section = "";
  for (const line of text.split("\n")) {
    const header = /^\s*\[\s*([^\]"\s]+)\s*\](.*)$/.exec(line);
    if (header) section = (header[1] ?? "").toLowerCase();
    else if (/^\s*\[/.test(line)) section = "";
    const entry = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?))?\s*$/.exec(header ? (header[2] ?? "") : line);
    if (entry?.[1]) found.set(`${section}.${entry[1].toLowerCase()}`, plainValue(entry[2] ?? "true"));
  }
}

/** Without a comment behind it and quotes around it. */
function plainValue(text: string): string {
  return text.replace(/\s*[#;][^"]*$/, "").replace(/^"(.*)"$/, "$1");
}

function realpathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function bare(dir: string): UserError {
  return new UserError(`"${dir}" is a bare repository or a git directory, gtd needs a working tree`, {
    code: "bare-repository",
    exit: EXIT.unfit,
    next: [
      "git worktree add ../work  # then run gtd there",
      "git config core.bare false  # when it had a working tree until something set that",
    ],
  });
}

function foreignStorage(commonDir: string, storage: string): UserError {
  return new UserError(`"${commonDir}" keeps its refs as "${storage}", and gtd reads them from files`, {
    code: "ref-storage",
    exit: EXIT.unfit,
    next: ["git refs migrate --ref-format=files"],
  });
}

function broken(file: string, what: string): UserError {
  return new UserError(`"${file}" ${what}`, {
    code: "broken-repository",
    exit: EXIT.unfit,
    next: ["git worktree repair", "git status"],
  });
}
