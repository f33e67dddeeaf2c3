import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Repository } from "../git/types.ts";

/** How many processes' logs are kept. */
const PROCESSES = 20;
const HEAD = 200;

export interface LogFile {
  /** Counts a worktree's turns. */
  readonly number: number;
  readonly state: string;
  readonly path: string;
  readonly bytes: number;
}

/** Where the logs of a worktree's turns lie: in the common directory, so that they survive a worktree's removal. */
export function logDirectory({ gitDir, commonDir }: Repository): string {
  const own = gitDir === commonDir ? "main" : basename(gitDir);
  return join(commonDir, "gtd", "logs", gitDir !== commonDir && own === "main" ? "main.linked" : own);
}

/** The logs of a worktree, oldest first. */
export function listLogs(repo: Repository): readonly LogFile[] {
  const dir = logDirectory(repo);
  return readNames(dir)
    .flatMap((name) => {
      const [, number, state] = /^(\d+)-(.+)\.log$/.exec(name) ?? [];
      const stats = statSync(join(dir, name), { throwIfNoEntry: false });
      if (number === undefined || state === undefined || stats === undefined) return [];
      return [{ number: Number(number), state, path: join(dir, name), bytes: stats.size }];
    })
    .sort((a, b) => a.number - b.number);
}

/** Removes the logs of all but the twenty latest processes. */
export function pruneLogs(repo: Repository): void {
  const processes = new Map<string, LogFile[]>();
  for (const file of listLogs(repo)) {
    const key = readProcess(file.path);
    const files = processes.get(key) ?? [];
    processes.delete(key);
    processes.set(key, [...files, file]);
  }
  for (const files of [...processes.values()].slice(0, -PROCESSES))
    for (const { path } of files) rmSync(path, { force: true });
}

/** The first line of a log, which names its process. */
export function renderHead(process: string, state: string, actor: string): string {
  return `# process ${process}, ${state} (${actor}), ${new Date().toISOString()}\n`;
}

function readProcess(path: string): string {
  const buffer = Buffer.alloc(HEAD);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    const size = readSync(descriptor, buffer, 0, HEAD, 0);
    return /^# process ([^,\n]*),/.exec(buffer.toString("utf8", 0, size))?.[1] ?? "";
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Makes the file of the next turn. Throws what the system says. */
export function createLog(repo: Repository, state: string): { readonly path: string; readonly descriptor: number } {
  const dir = logDirectory(repo);
  mkdirSync(dir, { recursive: true });
  const numbers = readNames(dir).map((name) => Number(/^\d+/.exec(name)?.[0] ?? 0));
  const number = numbers.reduce((most, one) => Math.max(most, one), 0) + 1;
  const path = join(dir, `${number}-${state.replace(/[^\p{L}\p{N}._-]/gu, "_").slice(0, 100)}.log`);
  return { path, descriptor: openSync(path, "wx", 0o600) };
}

function readNames(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
