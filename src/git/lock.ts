import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { readHolder, takeFile } from "./exclusive-file.ts";
import { isAlive } from "./holder.ts";
import { hasJournal } from "./journal.ts";
import { finishJournal } from "./recovery.ts";
import type { Repository, WorktreeLock } from "./types.ts";
import { explainUnwritable } from "./unwritable.ts";
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
  } catch (error) {
    throw isOfGitDir(repo, error) ? explainUnwritable(error, dir) : error;
  } finally {
    tidy(() => {
      if (!hasJournal(repo)) removeDrafts(repo);
    });
    tidy(held.release);
  }
}

/** What cannot be removed now is removed by the next command, and must not hide how the work ended. */
function tidy(remove: () => void): void {
  try {
    remove();
  } catch {
    // A dead holder's lock is taken over, its drafts go with it.
  }
}

async function take(path: string, wait: number): Promise<{ release: () => void }> {
  let held;
  try {
    held = await takeFile(path, wait);
  } catch (error) {
    throw explainUnwritable(error, path);
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
    throw explainUnwritable(error, dir);
  }
}

/** Whether an error speaks of a file of the git directory, or of one that is open and has no name any more. */
function isOfGitDir(repo: Repository, error: unknown): boolean {
  if (!(error instanceof Error) || !("syscall" in error)) return false;
  if (!("path" in error) || typeof error.path !== "string") return true;
  return error.path.startsWith(repo.gitDir) || error.path.startsWith(repo.commonDir);
}

/** A draft is whole within milliseconds; one that is not, this many milliseconds old, belongs to nobody. */
const STALE = 60_000;

/** Private files of commands that ended before they could tidy up; with the lock held the drafts belong to nobody. */
function removeDrafts(repo: Repository): void {
  const dir = stateDir(repo);
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    // A file of the working tree is also written without the lock.
    if (
      name.startsWith("draft-") ||
      (name.startsWith("writing-") && isOld(path)) ||
      (/^lock[.-]/.test(name) && isLeft(path))
    )
      rmSync(path, { force: true, recursive: true });
  }
}

function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE;
}

/** Whether a draft of a lock belongs to a dead process; one that is not whole yet is given time. */
function isLeft(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const holder = readHolder(path);
  return holder === undefined || holder === "gone" ? isOld(path) : !isAlive(holder);
}
