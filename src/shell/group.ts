import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How often an ending group is looked at. */
const LOOK_MS = 20;
/** After KILL a process is gone unless the kernel holds it; nobody waits longer for that. */
const KILLED_MS = 5000;

/** Sends a signal to every process of the group; one that is gone already is no fault. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // ESRCH: gone. EPERM: another user's, out of reach.
  }
}

/** Ends a process group: TERM, `grace` milliseconds, KILL; resolves when no process of it runs any more. */
export async function endGroup(group: number, grace: number): Promise<void> {
  signalGroup(group, "SIGTERM");
  if (await isGone(group, grace)) return;
  signalGroup(group, "SIGKILL");
  await isGone(group, KILLED_MS);
}

/** Whether any process of the group still runs; one that only waits to be reaped does not. */
export function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  try {
    return readdirSync("/proc").some((name) => /^\d+$/.test(name) && runsIn(group, name));
  } catch {
    return true;
  }
}

async function isGone(group: number, within: number): Promise<boolean> {
  const end = performance.now() + within;
  while (isGroupAlive(group)) {
    if (performance.now() >= end) return false;
    await sleep(Math.min(LOOK_MS, within));
  }
  return true;
}

/** Reads `/proc/<pid>/stat`: behind the parenthesised name stand state, parent and process group (proc(5)). */
function runsIn(group: number, pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , own] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(own) === group && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}
