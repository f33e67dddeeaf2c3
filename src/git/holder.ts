import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a lock: enough to tell a process from a later one with the same number. */
export interface Holder {
  readonly pid: number;
  /** When the process started, in the kernel's own measure; empty where the system does not say. */
  readonly start: string;
  /** Differs from one start of the machine to the next; empty where the system does not say. */
  readonly boot: string;
  readonly host: string;
  /** Tells two locks of one process apart. */
  readonly nonce: string;
}

export function describeSelf(): Holder {
  return {
    pid: process.pid,
    start: readStart(process.pid),
    boot: readBoot(),
    host: hostname(),
    nonce: randomBytes(9).toString("hex"),
  };
}

export function renderHolder(holder: Holder): string {
  return `${JSON.stringify(holder)}\n`;
}

export function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, start, boot, host, nonce } = JSON.parse(text) as Record<string, unknown>;
    if (typeof pid !== "number" || typeof start !== "string" || typeof boot !== "string") return undefined;
    if (typeof host !== "string" || typeof nonce !== "string" || !/^[0-9a-f]+$/.test(nonce)) return undefined;
    return { pid, start, boot, host, nonce };
  } catch {
    return undefined;
  }
}

/** Whether the holder still runs. One on another machine counts as alive: nobody here can tell. */
export function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.boot !== readBoot()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const start = readStart(holder.pid);
  return holder.start === "" || start === "" || start === holder.start;
}

/** Field 22 of /proc/<pid>/stat; the name before it may hold blanks and brackets. */
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
