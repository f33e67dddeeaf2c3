import { EXIT, UserError } from "../errors.ts";
import { join } from "node:path";
import { readHolder } from "../git/exclusive-file.ts";
import { isAlive } from "../git/holder.ts";
import type { Repository } from "../git/types.ts";
import { stateDir } from "../git/window-file.ts";
import { isInsideTurn, type Context } from "./context.ts";
import { readUnfinishedTurn } from "./turn-record.ts";

/** Commands that take what is in the tree or move the process, and do not end an orphan first as `loop` and `run` do. */
const CAPTURING = new Set(["step", "undo", "abandon", "restore", "adopt", "start", "window", "answer"]);

/** Refuses a command that changes the process when it is called from inside a turn: an agent cannot sign off for a human. */
export function refuseInsideTurn(context: Context, repo: Repository, command: string): void {
  if (!isInsideTurn(context, repo)) {
    if (CAPTURING.has(command)) refuseBesideTurn(repo, command);
    return;
  }
  throw new UserError(
    `"gtd ${command}" cannot be used inside a turn: the loop that started this ${context.env["GTD_ACTOR"] ?? "actor"} takes the step when it ends`,
    {
      code: "inside-turn",
      exit: EXIT.refused,
      next: ["gtd validate  # checks the steering file", "then end: the loop goes on from here"],
    },
  );
}

/**
 * Refuses beside a turn whose command is at work, also as the orphan of a gtd that was killed: half of what it does would
 * be taken. A script whose gtd lives holds the lock, for which the command waits.
 */
function refuseBesideTurn(repo: Repository, command: string): void {
  const turn = readUnfinishedTurn(repo);
  if (turn === undefined || turn.alive.length === 0) return;
  const { owner, alive } = turn;
  if (owner?.runs === "script" && isLocked(repo)) return;
  const who = owner === undefined ? "the command of a turn" : `the ${owner.runs} of "${owner.state}"`;
  throw new UserError(`${who} is still at work in this tree: "gtd ${command}" would take half of what it does`, {
    code: "turn-at-work",
    exit: EXIT.unfit,
    next: [
      "gtd  # ends it when its own gtd was killed, and goes on from what it left",
      "gtd stop --now  # ends it when a loop runs it",
      `kill -TERM -- ${alive.join(" ")}  # ends it alone`,
    ],
  });
}

/** Whether a living process works in this worktree. */
export function isLocked(repo: Repository): boolean {
  const holder = readHolder(join(stateDir(repo), "lock"));
  return typeof holder === "object" && isAlive(holder);
}
