import type { Repository } from "../git/types.ts";
import { renderJson } from "../report/sanitize.ts";
import type { Prompter } from "./prompter.ts";

/** What a command is given: where it runs and where it may write. */
export interface Context {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results; `--json` documents too. */
  readonly out: (text: string) => void;
  /** Everything else. */
  readonly err: (text: string) => void;
  readonly json: boolean;
  /** Whether results may carry colour. */
  readonly color: boolean;
  /** Columns of the terminal that results go to; absent where they go elsewhere. */
  readonly columns?: () => number;
  /** Asks a yes-or-no question; absent without a terminal. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** Loads what asks other questions; absent without a terminal. */
  readonly loadPrompter?: () => Promise<Prompter>;
  /** Ends when the user interrupts. */
  readonly signal: AbortSignal;
}

/** Prints a command's result: one JSON document on one line, or its text. */
export function report(context: Context, json: unknown, text: string): void {
  context.out(context.json ? `${renderJson(json)}\n` : text);
}

/** The worktree's git directory as agents and scripts see it in `GTD_WORKTREE`. */
export function isInsideTurn(context: Pick<Context, "env">, repo: Repository): boolean {
  return context.env["GTD_WORKTREE"] === repo.gitDir;
}
