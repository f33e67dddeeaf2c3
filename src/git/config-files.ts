import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Repository } from "./types.ts";

/**
 * Whether `pattern` occurs in anything that git would read its settings from: files and environment; what a file
 * includes is not looked at. False is certain, and spares a step the process that would ask git for one setting.
 */
export function mayConfigure(repo: Repository, pattern: RegExp): boolean {
  const { GIT_CONFIG_PARAMETERS = "", ...env } = process.env;
  const names = Object.entries(env).flatMap(([name, value]) => (name.startsWith("GIT_CONFIG_KEY_") ? [value] : []));
  return [GIT_CONFIG_PARAMETERS, ...names, ...configFiles(repo).map(readText)].some(
    (text) => text === undefined || pattern.test(text),
  );
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

/** The text of a file of settings or rules, "" where there is none; undefined when it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" || code === "ENOTDIR" ? "" : undefined;
  }
}
