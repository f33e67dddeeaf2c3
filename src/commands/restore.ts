import { EXIT, type ExitCode } from "../errors.ts";
import { restore } from "../git/history.ts";
import { withLock } from "../git/lock.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { readRest } from "../runtime/rest.ts";
import { windowHint } from "../runtime/window-hint.ts";

/** `gtd restore`: brings back what a squash or abandon collapsed. */
export async function restoreCommand(context: Context): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "restore");
  const project = await openProject(context, repo);
  const moved = await withLock(repo, async (lock) =>
    restore(lock, { snapshot: (await readRest(repo, project)).snapshot }),
  );
  const rest = await readRest(repo, project);
  report(
    context,
    { state: rest.state.name, restored: true, to: moved.to, ...(moved.from === null ? {} : { from: moved.from }) },
    `back at ${moved.to.slice(0, 10)}, in "${rest.state.name}"\nto undo this: ${wayBack(moved)}\n${windowHint(rest)}`,
  );
  return EXIT.done;
}

/** What takes the restoring back without touching what nobody committed; behind an abandon or undo it touches no file. */
function wayBack({ from, squashed }: { readonly from: string | null; readonly squashed: boolean }): string {
  if (from === null) return "gtd abandon";
  return `git reset ${squashed ? "--keep " : ""}${from.slice(0, 12)}`;
}
