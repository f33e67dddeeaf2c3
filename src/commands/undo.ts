import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { undo } from "../git/history.ts";
import { withLock } from "../git/lock.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { readRest, type Rest } from "../runtime/rest.ts";
import { windowHint } from "../runtime/window-hint.ts";

/** `gtd undo`: takes back the last turn, trailing attempts with it, and keeps its changes pending. */
export async function undoCommand(context: Context): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "undo");
  const project = await openProject(context, repo);
  const undone = await withLock(repo, async (lock) => {
    const rest = await readRest(repo, project);
    const turn = lastTurn(rest);
    await undo(lock, { snapshot: rest.snapshot, to: turn.commit.parents[0] ?? null });
    return turn;
  });
  const rest = await readRest(repo, project);
  const subject = undone.commit.message.split("\n", 1)[0] ?? "";
  report(
    context,
    { state: rest.state.name, undone: undone.commit.hash, subject },
    `took back: ${subject}\nits changes are pending at "${rest.state.name}"; to have the turn back: git reset --soft ${undone.commit.hash.slice(0, 12)}\n${windowHint(rest)}`,
  );
  return EXIT.done;
}

function lastTurn(rest: Rest) {
  const { position, snapshot } = rest;
  const turn = position.foreign.length > 0 ? undefined : position.process.findLast((one) => !one.attempt);
  if (turn !== undefined) return turn;
  const tip = snapshot.commits[0];
  const named =
    tip === undefined ? "there are no commits" : `the last commit is no turn: "${tip.message.split("\n", 1)[0] ?? ""}"`;
  throw new UserError(`there is no turn to take back: ${named}`, {
    code: "no-turn",
    exit: EXIT.refused,
    next:
      position.foreign.length > 0
        ? ["gtd adopt", "gtd abandon --keep-commits"]
        : [
            "gtd restore  # brings back what a squash or abandon collapsed",
            "git reset --soft HEAD~1  # takes back a commit of your own",
          ],
  });
}
