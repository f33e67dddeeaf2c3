import { readFileSync } from "node:fs";
import { isGroupAlive } from "./group.ts";

/** A process group that can be told from a later one with the same number. */
export interface GroupMark {
  readonly group: number;
  /** When its leader started, in the kernel's own measure; empty where the system does not say. */
  readonly start: string;
  /** Differs from one start of the machine to the next. */
  readonly boot: string;
}

export function markGroup(group: number): GroupMark {
  return { group, start: readStart(group), boot: readBoot() };
}

/** Whether a process of that very group still runs. A leader that is gone leaves its number to its group alone. */
export function isMarkedAlive({ group, start, boot }: GroupMark): boolean {
  if (boot !== readBoot() || !isGroupAlive(group)) return false;
  const now = readStart(group);
  return now === "" || now === start;
}

/** Field 22 of /proc/<pid>/stat (proc(5)); the name before it may hold blanks and brackets. */
function readStart(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function readBoot(): string {
  return readText("/proc/sys/kernel/random/boot_id").trim();
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
