import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { askToStop, isLoopUnknown, loopOutOfReach, readLoopHolder } from "../driver/loop-lock.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openRepository } from "../runtime/open.ts";

export interface StopOptions {
  readonly now?: boolean;
}

/** Milliseconds that `--now` waits for the loop to end its agent: TERM, grace, KILL. */
const LONGEST = 15_000;
const LOOK = 25;

/** `gtd stop`: has the loop of this worktree halt when its turn is taken; `--now` ends the agent. */
export async function stopCommand(context: Context, { now }: StopOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "stop");
  const holder = readLoopHolder(repo);
  if (isLoopUnknown(repo) || (holder !== undefined && holder.host !== hostname())) throw loopOutOfReach(repo);
  if (holder === undefined) {
    report(context, { stopped: false }, "no loop runs in this worktree\n");
    return EXIT.done;
  }
  const { pid } = holder;
  if (now !== true) {
    askToStop(repo, holder);
    report(context, { stopped: true, pid, now: false }, `the loop of process ${pid} halts when its turn is taken\n`);
    return EXIT.done;
  }
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It ended by itself, which is what was asked for; or it is another's, which the wait below tells.
  }
  const end = performance.now() + LONGEST;
  while (readLoopHolder(repo)?.nonce === holder.nonce) {
    if (performance.now() > end)
      throw new UserError(`the loop of process ${pid} does not end`, {
        code: "loop-running",
        exit: EXIT.unfit,
        next: [`kill -9 ${pid}  # and then gtd, which ends what it left`],
      });
    await pause(LOOK);
  }
  report(
    context,
    { stopped: true, pid, now: true },
    `the loop of process ${pid} is stopped; what its agent did is in the tree\n`,
  );
  return EXIT.done;
}
