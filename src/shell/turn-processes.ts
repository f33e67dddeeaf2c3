import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endGroup, isGroupAlive } from "./group.ts";

/** The variable by which a turn's processes are known, those that left its group included. */
export const TURN_ID = "GTD_TURN_ID";

/** How often ending processes are looked at, and how long a killed one may take, in milliseconds. */
const LOOK_MS = 20;
const KILLED_MS = 2000;

/**
 * Ends what a turn's command has left behind: its group, and every process that went its own way (`setsid`, a daemon)
 * and still carries the turn's id. TERM, `grace` milliseconds, KILL. Where there is no /proc only the group is known.
 */
export async function endTurnProcesses(id: string, group: number | undefined, grace: number): Promise<boolean> {
  const left = group !== undefined && isGroupAlive(group);
  if (left) await endGroup(group, grace);
  const strays = findTurnProcesses(id);
  if (strays.length === 0) return left;
  signalAll(strays, "SIGTERM");
  if (!(await areGone(id, grace))) {
    signalAll(findTurnProcesses(id), "SIGKILL");
    await areGone(id, KILLED_MS);
  }
  return true;
}

/** Processes of a turn by its id; their environment is that of their start (proc(5)). */
export function findTurnProcesses(id: string): readonly number[] {
  const mark = Buffer.from(`${TURN_ID}=${id}\0`);
  return listDirectory("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && readBytes(`/proc/${pid}/environ`).includes(mark) && !isDead(pid));
}

async function areGone(id: string, within: number): Promise<boolean> {
  for (const end = performance.now() + within; findTurnProcesses(id).length > 0; await sleep(LOOK_MS))
    if (performance.now() >= end) return false;
  return true;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone already.
    }
  }
}

function isDead(pid: number): boolean {
  const stat = readBytes(`/proc/${pid}/stat`).toString("latin1");
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

function listDirectory(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
