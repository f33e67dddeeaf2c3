import { formatSubject } from "../engine/subject.ts";
import { formatMessage } from "../engine/trailers.ts";
import { returnTo } from "../git/history.ts";
import { commitTurn } from "../git/turn.ts";
import type { CapturedTree, WindowPlan, WorktreeLock } from "../git/types.ts";
import type { Advance, Outcome } from "../report/outcome.ts";
import { keptPaths } from "./facts.ts";
import { stateOf, type Rest } from "./rest.ts";
import { findReviewBase } from "./review-base.ts";
import type { StepOptions } from "./step-options.ts";
import { definitionTrailers, figureTrailers, turnTrailers } from "./trailers.ts";
import type { View } from "./view.ts";

/** A turn that was judged and is to be committed. */
export interface JudgedTurn {
  readonly rest: Rest;
  readonly captured: CapturedTree;
  readonly view: View;
  readonly decision: Advance;
  readonly options: StepOptions;
}

/** Commits the turn; one that comes back to the initial state with nothing changed since the start leaves no trace. */
export async function advance(
  lock: WorktreeLock,
  { rest, captured, view, decision, options }: JudgedTurn,
): Promise<Outcome> {
  const { project, position, snapshot } = rest;
  const { from, to } = decision;
  const target = stateOf(project, to);
  if (target.initial && captured.tree === (await startTree(rest))) {
    await returnTo(lock, { snapshot, captured, start: position.start });
    return { kind: "returned", from, to, decision };
  }
  const subject = formatSubject(rest.actor, from, to);
  const message = formatMessage({
    subject,
    trailers: [
      ...turnTrailers(options, view.input.signals),
      ...definitionTrailers(rest),
      ...figureTrailers(options.figures ?? {}),
    ],
  });
  const keep = await keptPaths(rest);
  const open =
    target.window === undefined
      ? {}
      : { open: { base: await findReviewBase(rest, target, keep, captured.tree), keep } };
  const turn = await commitTurn(lock, { snapshot, captured, message, hooks: project.settings.hooks.git, ...open });
  return { kind: "advanced", from, to, subject, commit: turn.commit, decision, files: captured.changes.length };
}

/** Records that an agent changed nothing at a prompt, where that was asked for; else nothing happens. */
export async function recordAttempt(lock: WorktreeLock, rest: Rest, options: StepOptions): Promise<Outcome> {
  const { state, project, snapshot } = rest;
  if (options.attempt !== true || state.content.kind !== "prompt") return { kind: "stayed", state: state.name };
  const subject = formatSubject(rest.actor, state.name, state.name);
  const message = formatMessage({
    subject,
    trailers: [["Gtd-Attempt", "1"], ...definitionTrailers(rest), ...figureTrailers(options.figures ?? {})],
  });
  const { commit } = await commitTurn(lock, {
    snapshot,
    message,
    hooks: project.settings.hooks.git,
    ...(await reopen(rest)),
  });
  return { kind: "attempt", state: state.name, subject, commit };
}

/** A window stays open behind an attempt at its own state. */
async function reopen(rest: Rest): Promise<{ open?: WindowPlan }> {
  return rest.snapshot.window === undefined
    ? {}
    : { open: { base: rest.snapshot.window.base, keep: await keptPaths(rest) } };
}

/** Tree of the process's start parent; the empty tree when it began at the root. */
async function startTree(rest: Rest): Promise<string> {
  const start = rest.position.start;
  const known = rest.snapshot.commits.find((commit) => commit.hash === start)?.tree;
  if (known !== undefined) return known;
  const { emptyTree } = await import("../git/refs.ts");
  return emptyTree(rest.project.repo);
}
