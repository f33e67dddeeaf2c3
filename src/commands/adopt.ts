import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { adopt } from "../git/history.ts";
import { withLock } from "../git/lock.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { readRest, type Rest } from "../runtime/rest.ts";

/** `gtd adopt`: makes foreign commits on top of an unfinished turn pending changes of the present turn. */
export async function adoptCommand(context: Context): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "adopt");
  const project = await openProject(context, repo);
  const adopted = await withLock(repo, async (lock) => {
    const rest = await readRest(repo, project);
    const { commits } = await adopt(lock, { snapshot: rest.snapshot, turn: turnBelow(rest) });
    return { state: rest.state.name, commits };
  });
  report(
    context,
    { state: adopted.state, adopted: adopted.commits },
    `${adopted.commits} commit${adopted.commits === 1 ? " is" : "s are"} now pending at "${adopted.state}"; kept under refs/worktree/gtd/adopted\n`,
  );
  return EXIT.done;
}

function turnBelow({ position }: Rest): string {
  const turn = position.process.at(-1)?.commit.hash;
  if (turn !== undefined && position.foreign.length > 0) return turn;
  throw new UserError("there are no foreign commits to adopt", {
    code: "nothing-to-adopt",
    exit: EXIT.refused,
    next: ["gtd status"],
  });
}
