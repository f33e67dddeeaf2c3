import { formatSubject } from "../engine/subject.ts";
import { formatMessage } from "../engine/trailers.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { abandon } from "../git/history.ts";
import { withLock } from "../git/lock.ts";
import { commitTurn } from "../git/turn.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { readRest } from "../runtime/rest.ts";
import { definitionTrailers } from "../runtime/trailers.ts";

/** `gtd abandon [--keep-commits]`: ends the process; its changes stay pending, or its commits stay where they are. */
export async function abandonCommand(context: Context, options: { readonly keepCommits?: boolean }): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "abandon");
  const project = await openProject(context, repo);
  const { initial } = project.workflow;
  const ended = await withLock(repo, async (lock) => {
    const rest = await readRest(repo, project);
    const { position, snapshot } = rest;
    if (position.process.length === 0 && position.foreign.length === 0) return undefined;
    if (options.keepCommits !== true) return abandon(lock, { snapshot, start: position.start });
    const subject = formatSubject(rest.actor, rest.state.name, initial);
    const { commit } = await commitTurn(lock, {
      snapshot,
      message: formatMessage({ subject, trailers: definitionTrailers(rest) }),
      hooks: project.settings.hooks.git,
    });
    return { from: snapshot.tip ?? "", head: commit };
  });
  if (ended === undefined) {
    report(context, { state: initial, abandoned: false }, "there is no process to abandon\n");
    return EXIT.done;
  }
  const undo = options.keepCommits === true ? "gtd undo takes that turn back" : "to undo this: gtd restore";
  const kept = options.keepCommits === true ? "its commits stay" : "its changes are pending";
  report(
    context,
    { state: initial, abandoned: true, from: ended.from, ...(ended.head === null ? {} : { head: ended.head }) },
    `the process is ended, ${kept}\n${undo}\n`,
  );
  return EXIT.done;
}
