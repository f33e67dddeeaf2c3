import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  mkdirSync(join(repo.gitDir, "gtd"), { recursive: true });
  const held = await takeFile(lockFile(repo), 0);
  if ("heldBy" in held) throw loopRunning(held.heldBy);
  rmSync(stopFile(repo), { force: true });
  return {
    stopAsked: () => readText(stopFile(repo)).trim() === String(process.pid),
    release: () => {
      rmSync(stopFile(repo), { force: true });
      held.release();
    },
  };
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

function loopRunning(holder: Holder | undefined): UserError {
  const who = holder === undefined ? "an unknown process" : `process ${holder.pid} on "${holder.host}"`;
  return new UserError(`another loop drives this worktree: ${who}`, {
    code: "loop-running",
    exit: EXIT.unfit,
    next: [
      "gtd logs -f   follows it",
      "gtd stop      halts it when its turn is taken; --now ends its agent",
      "git worktree add ../other   gives a second task a worktree of its own",
    ],
  });
}
