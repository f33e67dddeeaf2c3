import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { withLock } from "../git/lock.ts";
import { readSnapshot } from "../git/snapshot.ts";
import type { Repository } from "../git/types.ts";
import { closeWindow, openWindow } from "../git/window.ts";
import { report, type Context } from "../runtime/context.ts";
import { keptPaths } from "../runtime/facts.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { readRest, type Rest } from "../runtime/rest.ts";
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
  const done = action === "open" ? await open(context, repo) : await close(context, repo);
  const { state, changed } = done;
  const opened = action === "open";
  report(
    context,
    { ...(state === undefined ? {} : { state }), window: opened },
    changed
      ? `the review window is ${opened ? "open: your editor shows the whole diff; gtd window close ends it" : "closed"}\n`
      : `the review window is ${opened ? "open" : "closed"} already\n`,
  );
  return EXIT.done;
}

interface Done {
  readonly state: string | undefined;
  readonly changed: boolean;
}

async function open(context: Context, repo: Repository): Promise<Done> {
  const project = await openProject(context, repo);
  return withLock(repo, async (lock) => {
    const rest = await readRest(repo, project);
    const changed = rest.snapshot.window === undefined;
    if (changed) {
      refuseOutsideProcess(rest);
      const keep = await keptPaths(rest);
      await openWindow(lock, rest.snapshot, { base: await findReviewBase(rest, rest.state, keep), keep });
    }
    return { state: rest.state.name, changed };
  });
}

/** The way back to the branch asks nothing of the configuration, which may be broken or not trusted yet. */
async function close(context: Context, repo: Repository): Promise<Done> {
  const changed = await withLock(repo, async (lock) => {
    const snapshot = await readSnapshot(repo, { enough: () => true });
    if (snapshot.window !== undefined) await closeWindow(lock, snapshot);
    return snapshot.window !== undefined;
  });
  return { state: context.json ? await restingState(context, repo) : undefined, changed };
}

async function restingState(context: Context, repo: Repository): Promise<string | undefined> {
  try {
    return (await readRest(repo, () => openProject(context, repo))).state.name;
  } catch (error) {
    if (error instanceof UserError && error.exit === EXIT.config) return undefined;
    throw error;
  }
}

function refuseOutsideProcess({ position, state }: Rest): void {
  if (position.process.length > 0) return;
  throw new UserError(`nothing is under way at "${state.name}", so there is nothing to show`, {
    code: "empty-range",
    exit: EXIT.refused,
    next: ["gtd review <ref>  # shows what lies between a revision and HEAD", "git diff"],
  });
}
