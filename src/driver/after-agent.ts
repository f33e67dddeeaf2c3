import { EXIT, UserError } from "../errors.ts";
import { adopt } from "../git/history.ts";
import { checkPlace } from "../git/repository.ts";
import { withLock } from "../git/lock.ts";
import type { Project } from "../runtime/project.ts";
import { readAgain, type Rest } from "../runtime/rest.ts";

/**
 * Reads where things stand after an agent's run, and makes its own commits part of its turn. Throws `agent-moved`
 * (exit 1) when it made turns, rewrote history or left the branch.
 */
export async function settleAgent(project: Project, before: Rest): Promise<Rest> {
  // With another `core.worktree` git would take a turn from somewhere else.
  checkPlace(project.repo);
  const rest = await readAgain(before);
  const { tip } = before.snapshot;
  const last = ({ position }: Rest): string | undefined => position.process.at(-1)?.commit.hash;
  const moved =
    rest.position.process.length !== before.position.process.length ||
    last(rest) !== last(before) ||
    rest.position.state !== before.position.state ||
    rest.snapshot.branch !== before.snapshot.branch ||
    (tip !== null && rest.snapshot.tip !== tip && !rest.snapshot.commits.some(({ hash }) => hash === tip));
  if (moved) throw agentMoved(before, rest);
  if (rest.snapshot.tip === tip || tip === null) return rest;
  await withLock(project.repo, async (lock) => adopt(lock, { snapshot: rest.snapshot, turn: tip }));
  return readAgain(rest);
}

function agentMoved(before: Rest, rest: Rest): UserError {
  const { branch, tip } = before.snapshot;
  const short = branch?.replace(/^refs\/heads\//, "");
  const back = short === undefined ? `git switch --detach ${tip ?? ""}` : `git switch ${short}`;
  return new UserError(`the agent made turns itself, rewrote history or left the branch at "${before.state.name}"`, {
    code: "agent-moved",
    exit: EXIT.refused,
    detail: [
      `before: ${branch ?? "detached"} at ${tip ?? "no commit"}`,
      `now:    ${rest.snapshot.branch ?? "detached"} at ${rest.snapshot.tip ?? "no commit"}`,
    ].join("\n"),
    next: [
      "gtd log  # shows the turns",
      ...(rest.snapshot.branch === branch
        ? [`git reset --soft ${tip ?? "HEAD"}  # takes its commits back and keeps the changes`]
        : [`${back}  # brings you back`]),
      "gtd  # then goes on",
    ],
  });
}
