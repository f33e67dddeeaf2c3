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

/** The window as it was opened, or undefined when none is recorded. */
export function readWindowFile(repo: Repository): OpenWindow | undefined {
  let text: string;
  try {
    text = readFileSync(windowFile(repo), "utf8");
  } catch {
    return undefined;
  }
  return parseWindow(text);
}

/** A window from its JSON, undefined when it is not one. */
export function parseWindow(text: string): OpenWindow | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof data !== "object" || data === null) return undefined;
  const { base, commit, branch, tip } = data as Record<string, unknown>;
  if (typeof base !== "string" || typeof commit !== "string" || typeof tip !== "string") return undefined;
  if (branch !== null && typeof branch !== "string") return undefined;
  return { base, commit, branch, tip };
}
