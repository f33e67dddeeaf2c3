import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { takeFile } from "../git/exclusive-file.ts";
import { isAlive, parseHolder, type Holder } from "../git/holder.ts";
import type { Repository } from "../git/types.ts";

export interface LoopLock {
  /** Whether somebody asked this loop to halt (`gtd stop`). */
  readonly stopAsked: () => boolean;
  readonly release: () => void;
}

/**
 * Makes this process the one loop of the worktree. A dead loop's place is taken over; a live one's is refused with
 * its pid (`loop-running`, exit 6).
 */
export async function holdLoop(repo: Repository): Promise<LoopLock> {
  const held = await takeLoop(repo);
  if ("heldBy" in held) throw loopRunning(held.heldBy, lockFile(repo));
  rmSync(stopFile(repo), { force: true });
  return {
    stopAsked: () => readText(stopFile(repo)).trim() === String(process.pid),
    release: () => {
      rmSync(stopFile(repo), { force: true });
      held.release();
    },
  };
}

async function takeLoop(repo: Repository): ReturnType<typeof takeFile> {
  try {
    mkdirSync(join(repo.gitDir, "gtd"), { recursive: true });
    return await takeFile(lockFile(repo), 0);
  } catch (cause) {
    throw new UserError(`gtd cannot write its lock "${lockFile(repo)}"`, {
      code: "git-directory",
      exit: EXIT.unfit,
      detail: cause instanceof Error ? cause.message : String(cause),
      next: ["make the git directory writable and the disk not full, then run the command again"],
      cause,
    });
  }
}

/** The live loop of the worktree, if there is one. */
export function readLoopHolder(repo: Repository): Holder | undefined {
  const holder = parseHolder(readText(lockFile(repo)));
  return holder !== undefined && isAlive(holder) ? holder : undefined;
}

/** Asks a running loop to halt when its turn is taken. */
export function askToStop(repo: Repository, holder: Holder): void {
  writeFileSync(stopFile(repo), `${holder.pid}\n`);
}

function lockFile(repo: Repository): string {
  return join(repo.gitDir, "gtd", "loop");
}

function stopFile(repo: Repository): string {
  return join(repo.gitDir, "gtd", "stop");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Whether a lock's file is there but names nobody who could be asked to halt. */
export function isLoopUnknown(repo: Repository): boolean {
  return existsSync(lockFile(repo)) && parseHolder(readText(lockFile(repo))) === undefined;
}

/** `loop-running` for a holder who cannot be reached from here, or is not known. */
export function loopOutOfReach(repo: Repository): UserError {
  return loopRunning(parseHolder(readText(lockFile(repo))), lockFile(repo));
}

function loopRunning(holder: Holder | undefined, path: string): UserError {
  const who = holder === undefined ? "an unknown process" : `process ${holder.pid} on "${holder.host}"`;
  return new UserError(`another loop drives this worktree: ${who}`, {
    code: "loop-running",
    exit: EXIT.unfit,
    next: [
      ...(holder === undefined || holder.host !== hostname()
        ? [`rm "${path}"  # only when no gtd drives this worktree any more`]
        : ["gtd logs -f  # follows it", "gtd stop  # halts it when its turn is taken; --now ends its agent"]),
      "git worktree add ../other  # gives a second task a worktree of its own",
    ],
  });
}
