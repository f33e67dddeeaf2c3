import { copyFileSync, constants, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { describeSelf, isAlive, parseHolder, renderHolder } from "./holder.ts";
import type { Holder } from "./holder.ts";

export type Held = { readonly release: () => void } | { readonly heldBy: Holder | undefined };

const POLL = 25;

/**
 * Takes the lock file `path`, waiting up to `wait` milliseconds for a live holder. A dead holder's file is taken
 * over. Answers who holds it when it could not be had (undefined: the file names nobody).
 */
export async function takeFile(path: string, wait: number): Promise<Held> {
  const self = describeSelf();
  const deadline = Date.now() + wait;
  for (;;) {
    if (createWith(path, self)) return { release: () => releaseFile(path, self.nonce) };
    const holder = readHolder(path);
    if (holder === "gone") continue;
    if (holder !== undefined && !isAlive(holder)) {
      await removeDead(path, holder);
      continue;
    }
    if (Date.now() >= deadline) return { heldBy: holder };
    await pause(POLL);
  }
}

/** Whoever takes over a dead holder's file first takes a lock on that very file, so that no live one is removed. */
async function removeDead(path: string, dead: Holder): Promise<void> {
  const claim = await takeFile(`${path}.${dead.nonce}`, 0);
  if (!("release" in claim)) {
    await pause(POLL);
    return;
  }
  const now = readHolder(path);
  if (now !== "gone" && now?.nonce === dead.nonce) rmSync(path, { force: true });
  claim.release();
}

function releaseFile(path: string, nonce: string): void {
  const holder = readHolder(path);
  if (holder !== "gone" && holder?.nonce === nonce) rmSync(path, { force: true });
}

/** The file appears whole or not at all: it is written beside its place and linked to it. */
function createWith(path: string, self: Holder): boolean {
  const draft = `${path}-${self.nonce}`;
  try {
    writeFileSync(draft, renderHolder(self));
    return linkNew(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives `path` the content of `source` unless it exists; a hard link where the file system has them. */
export function linkNew(source: string, path: string): boolean {
  try {
    linkSync(source, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(codeOf(error))) throw error;
  }
  try {
    copyFileSync(source, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Who a lock file names: nobody (undefined) while it is being written, or "gone". */
export function readHolder(path: string): Holder | undefined | "gone" {
  try {
    return parseHolder(readFileSync(path, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "gone";
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
