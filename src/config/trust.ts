import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../compiler/definition.ts";
import { EXIT, UserError } from "../errors.ts";
import { renderTrustDiff } from "./trust-diff.ts";
import {
  listNames,
  readRecord,
  readRecords,
  recordName,
  repositoryDirectory,
  trustDirectory,
  writeRecord,
  type Environment,
} from "./trust-store.ts";

export interface TrustOptions {
  /** The repository's root, links resolved: trust in a configuration is trust in it there. */
  readonly root: string;
  readonly env: Environment;
}

export interface SourcesOptions extends TrustOptions {
  /** Every file that made the configuration; those that come with gtd are left aside. */
  readonly sources: readonly Source[];
}

export interface Trust {
  readonly trusted: boolean;
  /** Whether another configuration was trusted here before. */
  readonly known: boolean;
  /** What changed since then, or the whole when nothing was trusted; empty when it is trusted. Not sanitised. */
  readonly diff: string;
}

/** Whether every file of a configuration is as it was when it was trusted. `GTD_TRUST=1` trusts any. */
export function readTrust({ root, sources, env }: SourcesOptions): Trust {
  const files = ownFiles(sources);
  const directory = repositoryDirectory(env, root);
  if (env["GTD_TRUST"] === "1" || readRecord(directory, recordName(files)) !== undefined) {
    return { trusted: true, known: true, diff: "" };
  }
  const [latest] = readRecords(directory);
  return { trusted: false, known: latest !== undefined, diff: renderTrustDiff(latest?.files ?? [], files) };
}

/** Trusts a configuration as it is. Throws `trust-not-kept` when the state directory cannot be written. */
export function writeTrust({ root, sources, env }: SourcesOptions): void {
  try {
    writeRecord(repositoryDirectory(env, root), { root, time: Date.now(), files: ownFiles(sources) });
  } catch (error) {
    throw new UserError(`trust cannot be kept in "${trustDirectory(env)}"`, {
      code: "trust-not-kept",
      exit: EXIT.unfit,
      detail: error instanceof Error ? error.message : String(error),
      next: ["make the directory writable, or set XDG_STATE_HOME to one that is"],
      cause: error,
    });
  }
}

export interface TrustEntry {
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly files: readonly string[];
}

/** What is trusted anywhere, by root, each newest first. */
export function listTrust({ env }: Pick<TrustOptions, "env">): readonly TrustEntry[] {
  const directory = trustDirectory(env);
  return listNames(directory)
    .flatMap((name) => readRecords(join(directory, name)))
    .map(({ root, time, files }) => ({ root, time, files: files.map(({ path }) => path) }))
    .sort((a, b) => (a.root === b.root ? b.time - a.time : a.root < b.root ? -1 : 1));
}

/** Takes back all trust in a repository; false when there was none. */
export function revokeTrust({ root, env }: TrustOptions): boolean {
  const directory = repositoryDirectory(env, root);
  const known = listNames(directory).length > 0;
  rmSync(directory, { recursive: true, force: true });
  return known;
}

/** In the order of their paths, so that the order of layers or states does not matter. */
function ownFiles(sources: readonly Source[]): readonly Source[] {
  return sources
    .filter(({ path }) => !path.startsWith("bundled:"))
    .map(({ path, text }) => ({ path, text }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
