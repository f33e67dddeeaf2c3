import { EXIT, type ExitCode } from "../errors.ts";
import { restore } from "../git/history.ts";
import { CONSUMED_REF } from "../git/squash.ts";
import { withLock } from "../git/lock.ts";
import { renderPath, sanitizeText } from "../report/sanitize.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { readRest } from "../runtime/rest.ts";
import { quoteShell } from "../template/quote.ts";
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
    {
      state: rest.state.name,
      restored: true,
      to: moved.to,
      ...(moved.from === null ? {} : { from: moved.from }),
      ...(moved.consumed.length === 0 ? {} : { consumed: moved.consumed }),
    },
    sanitizeText(
      `back at ${moved.to.slice(0, 10)}, in "${rest.state.name}"\n${renderConsumed(moved.consumed)}to undo this: ${wayBack(moved)}\n${windowHint(rest)}`,
    ),
  );
  return EXIT.done;
}

/** What was pending at the sign-off and went with it is not brought back by itself: it may have been what signed off. */
function renderConsumed(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const named = paths.map((path) => renderPath(path)).join(", ");
  const words = paths.map((path) => quoteShell(path)).join(" ");
  return `not back is what the sign-off took: ${named}\nto have it pending again: git restore --source=${CONSUMED_REF} --worktree -- ${words}\n`;
}

/** What takes the restoring back without touching what nobody committed; behind an abandon or undo it touches no file. */
function wayBack({ from, squashed }: { readonly from: string | null; readonly squashed: boolean }): string {
  if (from === null) return "gtd abandon";
  return `git reset ${squashed ? "--keep " : ""}${from.slice(0, 12)}`;
}
