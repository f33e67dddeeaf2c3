import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenWindow, Repository } from "./types.ts";

/** Where gtd keeps what belongs to one worktree. */
export function stateDir(repo: Repository): string {
  return join(repo.gitDir, "gtd");
}

export const WINDOW_REF = "refs/worktree/gtd/window";

/** The index of the tip under an open window: what `git status` is read against. */
export function windowIndex(repo: Repository): string {
  return join(stateDir(repo), "window-index");
}

/** Where the open window is described. It counts only while HEAD is at its commit or above it. */
export function windowFile(repo: Repository): string {
  return join(stateDir(repo), "window.json");
}

/** The window as it was opened, or undefined when no file says so, or none that can be read. */
export function readWindowFile(repo: Repository): OpenWindow | undefined {
  try {
    return parseWindow(JSON.parse(readFileSync(windowFile(repo), "utf8")));
  } catch {
    return undefined;
  }
}

/** A window from data of unknown shape, undefined when it is not one. */
export function parseWindow(data: unknown): OpenWindow | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { base, commit, branch, tip } = data as Record<string, unknown>;
  if (!isHash(base) || !isHash(commit) || !isHash(tip)) return undefined;
  if (branch !== null && (typeof branch !== "string" || !branch.startsWith("refs/"))) return undefined;
  return { base, commit, branch, tip };
}

/** Whether a value is the whole hexadecimal name of an object. */
export function isHash(value: unknown): value is string {
  return typeof value === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
}
