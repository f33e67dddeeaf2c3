import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Repository } from "./types.ts";

/** Whether the environment holds settings of git, which no file tells. */
export function hasConfigEnvironment(): boolean {
  const { GIT_CONFIG_COUNT, GIT_CONFIG_PARAMETERS } = process.env;
  return Number(GIT_CONFIG_COUNT ?? 0) > 0 || (GIT_CONFIG_PARAMETERS ?? "") !== "";
}

/**
 * The files that git would read its settings from, there or not; what they include is not among them. By looking at
 * their text a step is spared the process that would ask git for one setting.
 */
export function configFiles(repo: Repository): string[] {
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
