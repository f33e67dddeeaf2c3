import { isUtf8 } from "node:buffer";
import { lstatSync, readFileSync, realpathSync, statSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
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

/**
 * Whether a name is taken, by whatever it is: what cannot be read must not pass for what is not there. A directory
 * called `.gtdrc` alone is none of ours.
 */
function isThere(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory() || basename(path) !== ".gtdrc";
  } catch {
    return false;
  }
}

function mayRead(path: string, { root, onSkip }: DiscoverOptions): boolean {
  const found = resolveFile(path);
  if (found === undefined) return true;
  if (root !== null && isInside(found.real, root)) return true;
  const fault = ownershipFault(found.stats);
  if (fault !== undefined) onSkip?.(path, fault);
  return fault === undefined;
}

/** Undefined when a link leads nowhere or in a circle: the reader says so. */
function resolveFile(path: string): { readonly real: string; readonly stats: Stats } | undefined {
  try {
    return { real: realpathSync(path), stats: statSync(path) };
  } catch {
    return undefined;
  }
}

function readConfig(path: string): Source {
  try {
    const real = realpathSync(path);
    const what = describeOther(statSync(real));
    if (what !== undefined) throw new Error(what);
    const bytes = readFileSync(real);
    if (!isUtf8(bytes)) throw new Error("it is no UTF-8 text");
    return { path: real, text: bytes.toString("utf8") };
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

/** What stands in the place of a file; it is not opened, because a pipe would be waited for. */
function describeOther(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return "it is a directory";
  return stats.isFIFO() ? "it is a pipe" : "it is no regular file";
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
