import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Source } from "../compiler/definition.ts";
import { EXIT, UserError } from "../errors.ts";
import { isInside } from "./inside.ts";
import { CONFIG_NAMES } from "./names.ts";
import { ownershipFault } from "./ownership.ts";

export interface DiscoverOptions {
  /** The repository's root, links resolved; null outside a repository. */
  readonly root: string | null;
  readonly cwd: string;
  readonly home: string;
  /** Told of each file that is passed over, and why. */
  readonly onSkip?: (path: string, why: string) => void;
}

/**
 * Reads the configuration files from the repository's root (or the current directory outside a repository) up to the
 * home directory, or to the filesystem's root when home is no ancestor. Outermost first.
 * A file outside the repository is passed over unless it belongs to the user or root and nobody else can write it.
 * Throws `two-configurations` when a directory has two of them, `unreadable-configuration` when one cannot be read.
 */
export function discoverConfig(options: DiscoverOptions): readonly Source[] {
  const start = resolveLinks(options.root ?? options.cwd);
  return listDirectories(start, resolveLinks(options.home))
    .flatMap((directory) => readDirectory(directory, options) ?? [])
    .reverse();
}

/** From the start upwards. */
function listDirectories(start: string, home: string): readonly string[] {
  const last = isInside(start, home) ? home : undefined;
  const directories = [start];
  for (let at = start; at !== last && dirname(at) !== at; at = dirname(at)) directories.push(dirname(at));
  return directories;
}

function readDirectory(directory: string, options: DiscoverOptions): Source | undefined {
  const found = CONFIG_NAMES.map((name) => join(directory, name))
    .filter((path) => isThere(path))
    .filter((path) => mayRead(path, options));
  const [path, other] = found;
  if (other !== undefined) {
    throw new UserError(`two configurations in one directory: ${found.map((each) => `"${each}"`).join(" and ")}`, {
      code: "two-configurations",
      exit: EXIT.config,
      next: [`keep one of them, for example: rm ${other}`],
    });
  }
  return path === undefined ? undefined : readConfig(path);
}

/** Whether a name is taken, by a file or a link; a directory of that name is none of ours. */
function isThere(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isDirectory();
}

function mayRead(path: string, { root, onSkip }: DiscoverOptions): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return true;
  if (root !== null && isInside(realpathSync(path), root)) return true;
  const fault = ownershipFault(stats);
  if (fault !== undefined) onSkip?.(path, fault);
  return fault === undefined;
}

function readConfig(path: string): Source {
  try {
    const real = realpathSync(path);
    if (!statSync(real).isFile()) throw new Error("it is no file");
    return { path: real, text: readFileSync(real, "utf8") };
  } catch (error) {
    throw new UserError(`the configuration "${path}" cannot be read`, {
      code: "unreadable-configuration",
      exit: EXIT.config,
      detail: error instanceof Error ? error.message : String(error),
      next: ["make it a readable file, or remove it"],
      cause: error,
    });
  }
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
