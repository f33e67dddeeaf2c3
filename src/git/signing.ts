import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { runGit } from "./client.ts";
import { GitFailure } from "./failure.ts";
import type { Repository } from "./types.ts";

/**
 * Whether the user wants commits signed (`commit.gpgsign`), which `git commit-tree` does not look at. git is only
 * asked when one of the files it would read could say so, to spare every step a process.
 */
export async function wantsSignature(repo: Repository): Promise<boolean> {
  if (!configFiles(repo).some(mayDecide) && !mentions(process.env["GIT_CONFIG_COUNT"])) return false;
  try {
    return (await runGit(repo, ["config", "--type=bool", "--get", "commit.gpgsign"])).trim() === "true";
  } catch (error) {
    if (error instanceof GitFailure && error.code === 1) return false;
    throw error;
  }
}

function mentions(count: string | undefined): boolean {
  return count !== undefined && Number(count) > 0;
}

/** A file may ask for signatures when it names the key with anything but a plain "no", or includes other files. */
function mayDecide(file: string): boolean {
  try {
    return /gpgsign(?!\s*=\s*(?:false|no|off|0)\s*$)|\[\s*include/im.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}

function configFiles(repo: Repository): string[] {
  const { HOME = "", XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM } = process.env;
  const global =
    GIT_CONFIG_GLOBAL === undefined
      ? [join(HOME, ".gitconfig"), join(XDG_CONFIG_HOME || join(HOME, ".config"), "git/config")]
      : [GIT_CONFIG_GLOBAL];
  const system = GIT_CONFIG_SYSTEM === undefined ? systemFiles() : [GIT_CONFIG_SYSTEM];
  return [join(repo.commonDir, "config"), join(repo.gitDir, "config.worktree"), ...global, ...system];
}

/** `<prefix>/etc/gitconfig` of the git on the PATH, as its link and as its target lie; `/etc` for `/usr`. */
function systemFiles(): string[] {
  const git = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((dir) => join(dir, "git"))
    .find((file) => existsSync(file));
  const prefixes = git === undefined ? [] : [git, realpathSync(git)].map((file) => dirname(dirname(file)));
  return [
    "/etc/gitconfig",
    "/Library/Developer/CommandLineTools/usr/share/git-core/gitconfig",
    "/Applications/Xcode.app/Contents/Developer/usr/share/git-core/gitconfig",
    ...prefixes.map((prefix) => join(prefix, "etc/gitconfig")),
  ];
}
