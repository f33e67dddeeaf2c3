import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { withLock } from "../git/lock.ts";
import { closeWindow, openWindow } from "../git/window.ts";
import { report, type Context } from "../runtime/context.ts";
import { keptPaths } from "../runtime/facts.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { readRest } from "../runtime/rest.ts";
import { findReviewBase } from "../runtime/review-base.ts";

/** `gtd window open|close`: the review window by hand. */
export async function windowCommand(context: Context, action: string): Promise<ExitCode> {
  if (action !== "open" && action !== "close")
    throw new UserError(`"${action}" is neither "open" nor "close"`, {
      code: "usage",
      exit: EXIT.usage,
      next: ["gtd window open", "gtd window close"],
    });
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "window");
  const project = await openProject(context, repo);
  const done = await withLock(repo, async (lock) => {
    const rest = await readRest(repo, project);
    const isOpen = rest.snapshot.window !== undefined;
    const keep = await keptPaths(rest);
    if (action === "open" && !isOpen)
      await openWindow(lock, rest.snapshot, { base: await findReviewBase(rest, rest.state, keep), keep });
    if (action === "close" && isOpen) await closeWindow(lock, rest.snapshot);
    return { state: rest.state.name, changed: isOpen !== (action === "open") };
  });
  const open = action === "open";
  report(
    context,
    { state: done.state, window: open },
    done.changed
      ? `the review window is ${open ? "open: your editor shows the whole diff; gtd window close ends it" : "closed"}\n`
      : `the review window is ${open ? "open" : "closed"} already\n`,
  );
  return EXIT.done;
}
