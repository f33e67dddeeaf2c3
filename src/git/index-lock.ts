import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { EXIT, UserError } from "../errors.ts";
import { linkNew } from "./exclusive-file.ts";
import { hashFile } from "./journal.ts";
import type { Repository } from "./types.ts";

/** How long another process's `index.lock` is waited for, in milliseconds. */
const WAIT = 2000;
const POLL = 25;

function lockFile(repo: Repository): string {
  return join(repo.gitDir, "index.lock");
}

/** Takes git's own `index.lock` with `file` as its content, whole from the first moment. Throws `index-locked` (exit 6). */
export async function takeIndexLock(repo: Repository, file: string): Promise<void> {
  const path = lockFile(repo);
  for (const deadline = Date.now() + WAIT; !linkNew(file, path); await pause(POLL)) {
    if (Date.now() < deadline) continue;
    throw new UserError(`another git process holds the index: "${path}" is there`, {
      code: "index-locked",
      exit: EXIT.unfit,
      next: [
        "wait for it, then run the command again",
        `rm "${path}"  # only when no git process runs in this worktree`,
      ],
    });
  }
}

/** Whether `index.lock` is the one whose bytes have this hash: ours, whoever of us took it. */
export function ownsIndexLock(repo: Repository, hash: string): boolean {
  return existsSync(lockFile(repo)) && hashFile(lockFile(repo)) === hash;
}

/** Makes the locked index the worktree's index. */
export function installIndex(repo: Repository): void {
  renameSync(lockFile(repo), join(repo.gitDir, "index"));
}

/** Removes our own `index.lock`; another's is never touched. */
export function dropIndexLock(repo: Repository, hash: string): void {
  if (ownsIndexLock(repo, hash)) rmSync(lockFile(repo), { force: true });
}
