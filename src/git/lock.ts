import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { takeFile } from "./exclusive-file.ts";
import { hasJournal } from "./journal.ts";
import { finishJournal } from "./recovery.ts";
import type { Repository, WorktreeLock } from "./types.ts";
import { stateDir } from "./window-file.ts";

/** How long a live holder is waited for, in milliseconds. */
const WAIT = 2000;

/**
 * Runs `work` with the worktree's lock held, after finishing the journal that an interrupted command left.
 * A dead holder's lock is taken over; a live one is waited for briefly, then refused by name (`locked`, exit 6).
 */
export async function withLock<T>(
  repo: Repository,
  work: (lock: WorktreeLock) => Promise<T>,
  options: { readonly wait?: number } = {},
): Promise<T> {
  const dir = stateDir(repo);
  const path = join(dir, "lock");
  makeDir(dir);
  const held = await take(path, options.wait ?? WAIT);
  try {
    await finishJournal(repo);
    removeDrafts(repo);
    return await work({ repo });
  } finally {
    if (!hasJournal(repo)) removeDrafts(repo);
    held.release();
  }
}

async function take(path: string, wait: number): Promise<{ release: () => void }> {
  let held;
  try {
    held = await takeFile(path, wait);
  } catch (error) {
    throw unwritable(path, error);
  }
  if ("release" in held) return held;
  const who = held.heldBy ? `process ${held.heldBy.pid} on "${held.heldBy.host}"` : "an unknown process";
  throw new UserError(`another gtd works in this worktree: ${who} holds its lock`, {
    code: "locked",
    exit: EXIT.unfit,
    next: ["wait for it, then run the command again", `rm "${path}"  # only when that process is surely gone`],
  });
}

function makeDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
  } catch (error) {
    throw unwritable(dir, error);
  }
}

function unwritable(path: string, cause: unknown): UserError {
  return new UserError(`gtd cannot write its lock "${path}"`, {
    code: "git-directory",
    exit: EXIT.unfit,
    detail: cause instanceof Error ? cause.message : String(cause),
    next: ["make the git directory writable and the disk not full, then run the command again"],
    cause,
  });
}

/** A draft of a lock is linked within milliseconds; one this old, in milliseconds, belongs to a dead process. */
const STALE = 60_000;

/** Private files of commands that ended before they could tidy up; with the lock held the drafts belong to nobody. */
function removeDrafts(repo: Repository): void {
  const dir = stateDir(repo);
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (name.startsWith("draft-") || (/^lock[.-]/.test(name) && isStale(path)))
      rmSync(path, { force: true, recursive: true });
  }
}

function isStale(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE;
}
