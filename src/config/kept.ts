import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isInside } from "./inside.ts";
import { ownershipFault } from "./ownership.ts";
import { sha256 } from "./sha256.ts";
import type { Environment } from "./trust-store.ts";

/** Where an answer is kept that can be worked out again: one file a repository, all of it may be removed at any time. */
export interface KeptPlace {
  /** The repository's root, links resolved. */
  readonly root: string;
  readonly env: Environment;
  /** The directory in `$XDG_CACHE_HOME/gtd`. */
  readonly kind: "configurations" | "checks";
}

/** `$XDG_CACHE_HOME/gtd/<kind>`. */
export function keptDirectory({ env, kind }: Pick<KeptPlace, "env" | "kind">): string {
  const cache = env["XDG_CACHE_HOME"];
  const base = cache !== undefined && cache.startsWith("/") ? cache : join(env["HOME"] || homedir(), ".cache");
  return join(base, "gtd", kind);
}

/** What is kept, JSON by its first line's hash; undefined when it is not there, cut, altered, another user's or another's to write. */
export function readKept(place: KeptPlace): unknown {
  const file = fileOf(place);
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || ownershipFault(stats) !== undefined) return undefined;
    const text = readFileSync(file, "utf8");
    const body = text.slice(65);
    return text.slice(0, 65) === `${sha256(body)}\n` ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps an answer. Nothing depends on it: a directory that cannot be written is no fault, and one inside the repository
 * is not used, where the file would be a pending change.
 */
export function writeKept(place: KeptPlace, answer: unknown): void {
  const directory = keptDirectory(place);
  if (isInside(directory, place.root)) return;
  const body = JSON.stringify(answer);
  const file = fileOf(place);
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(draft, `${sha256(body)}\n${body}`, { mode: 0o600 });
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch {
    // The next command works it out again.
  }
}

function fileOf(place: KeptPlace): string {
  return join(keptDirectory(place), `${sha256(place.root).slice(0, 32)}.json`);
}
