import { formatSubject, parseSubject } from "../engine/subject.ts";
import { formatMessage, stripTrailers } from "../engine/trailers.ts";
import { SCRIPT_EVENTS, type ScriptEvent, type State } from "../engine/types.ts";
import { EXIT, UserError } from "../errors.ts";
import { captureTree } from "../git/capture.ts";
import { returnTo } from "../git/history.ts";
import { withLock } from "../git/lock.ts";
import { squash } from "../git/squash.ts";
import { commitTurn } from "../git/turn.ts";
import type { CapturedTree, Repository, WindowPlan, WorktreeLock } from "../git/types.ts";
import { putCapture } from "./capture-file.ts";
import { keptPaths, matchAny, renderAt, steeringPaths } from "./facts.ts";
import { isRefusal, type Advance, type Outcome } from "../report/outcome.ts";
import { readWorkingFile } from "./paths.ts";
import type { Project } from "./project.ts";
import { readRest, stateOf, type Rest } from "./rest.ts";
import { findReviewBase } from "./review-base.ts";
import { formatSteering, steeringFileOf, validateSteering } from "./steering.ts";
import { definitionTrailers, figureTrailers, squashTrailers, type Figures, type Trailer } from "./trailers.ts";
import { viewCaptured, viewPending, type View } from "./view.ts";

export interface StepOptions {
  /** Who acts. */
  readonly actor: string;
  /** How the resting script ended, where it was run. */
  readonly exit?: number | "timeout";
  /** What the script printed; with `exit` only. */
  readonly output?: string;
  /** The script as it was run, to head the capture. */
  readonly command?: string;
  /** The tree that the script ran on. */
  readonly checkedTree?: string;
  readonly figures?: Figures;
  /** Record a turn that changed nothing at a prompt. */
  readonly attempt?: boolean;
  readonly dryRun?: boolean;
  readonly allowLarge?: boolean;
  readonly allowLink?: boolean;
}

/**
 * One attempt to capture a turn: advances, squashes, stays, or is refused (STATES.md, "A step"). Refusals are
 * outcomes; throws when the repository, the configuration or a command is at fault, with nothing changed.
 */
export async function step(repo: Repository, opening: Project | Promise<Project>, options: StepOptions): Promise<Outcome> {
  if (options.dryRun === true) return foresee(await readRest(repo, opening), options);
  return withLock(repo, async (lock) => stepLocked(lock, await readRest(repo, opening), options));
}

/** A step of a command that holds the lock already and has read where the process stands under it. */
export async function stepLocked(lock: WorktreeLock, rest: Rest, options: StepOptions): Promise<Outcome> {
  const early = declineEarly(rest, options);
  if (early !== undefined) return early;
  const restore = await putCapture(rest, options);
  const outcome = await perform(lock, rest, options, true).catch((error: unknown) => {
    restore();
    throw error;
  });
  if (isRefusal(outcome)) restore();
  return outcome;
}

/** The event that a script's exit stands for (STATES.md, "Signals"). */
export function eventOf(exit: number | "timeout"): ScriptEvent {
  if (exit === "timeout") return "timeout";
  if (exit === 0) return "passed";
  return exit === 126 || exit === 127 ? "missing" : "failed";
}

async function foresee(rest: Rest, options: StepOptions): Promise<Outcome> {
  const early = declineEarly(rest, options);
  if (early !== undefined) return early;
  const { decision } = await viewPending(rest, viewOptions(options));
  if (decision.kind === "refuse") return { kind: "refused", state: rest.state.name, decision };
  return { kind: "foreseen", state: rest.state.name, decision };
}

function viewOptions(options: StepOptions) {
  return { actor: options.actor, ...(options.exit === undefined ? {} : { events: [eventOf(options.exit)] }) };
}

/** What is refused before anything is looked at more closely. */
function declineEarly(rest: Rest, options: StepOptions): Outcome | undefined {
  const { state, actor: awaited, position } = rest;
  if (position.foreign.length > 0) throw foreignCommits(rest);
  if (options.actor !== awaited) {
    return { kind: "refused", state: state.name, decision: { kind: "refuse", reason: "out-of-turn", state: state.name, actor: options.actor, awaited } };
  }
  if (options.exit !== undefined && state.content.kind !== "script") {
    return decline(state, "no-script", `"--exit" reports a script's exit, but "${state.name}" carries a ${state.content.kind}`, [`gtd step ${awaited}`]);
  }
  if (options.exit === undefined && asksForExit(state)) {
    return decline(state, "needs-run", `the state "${state.name}" goes by how its script ends, and no exit was given`, ["gtd run"]);
  }
  return undefined;
}

function decline(state: State, code: string, text: string, next: readonly string[]): Outcome {
  return { kind: "declined", state: state.name, code, text, next };
}

function asksForExit(state: State): boolean {
  const events: readonly string[] = SCRIPT_EVENTS;
  return state.content.kind === "script" && state.rows.some((row) => row.pattern.clauses.some((clause) => clause.kind === "signal" && events.includes(clause.name)));
}

function foreignCommits(rest: Rest): UserError {
  const { foreign, state } = rest.position;
  return new UserError(`${foreign.length} commit${foreign.length === 1 ? "" : "s"} that gtd did not make lie on top of the unfinished turn at "${state}"`, {
    code: "foreign-commits",
    exit: EXIT.unfit,
    detail: foreign.map((commit) => `${commit.hash.slice(0, 10)} ${commit.message.split("\n", 1)[0] ?? ""}`).join("\n"),
    next: ["gtd adopt                    make their content part of the present turn", "gtd abandon --keep-commits   end the process and keep them"],
  });
}

async function perform(lock: WorktreeLock, rest: Rest, options: StepOptions, again: boolean): Promise<Outcome> {
  const file = await steeringFileOf(rest);
  if (file !== undefined && rest.snapshot.changes.some((change) => change.path === file.path)) await formatSteering(rest, file);
  const captured = await captureTree(rest.project.repo, rest.snapshot, {
    limit: rest.project.settings.limits.file,
    allowLarge: options.allowLarge ?? false,
    allowLink: options.allowLink ?? false,
    steering: [...(await steeringPaths(rest))],
  });
  const view = await viewCaptured(rest, captured, viewOptions(options));
  const { decision } = view;
  switch (decision.kind) {
    case "refuse":
      return { kind: "refused", state: rest.state.name, decision };
    case "stay":
      return stay(lock, rest, options);
    case "squash":
      return collapse(lock, rest, captured, decision, view);
    case "advance": {
      const findings = view.file === undefined || view.text === undefined ? [] : await validateSteering(rest, view.file, view.text, captured.tree);
      if (again && declaredCommandChanged(rest, view)) return perform(lock, rest, options, false);
      if (view.file !== undefined && findings.some((finding) => finding.severity === "error")) {
        return { kind: "invalid", state: rest.state.name, path: view.file.path, text: view.text ?? "", findings };
      }
      return advance(lock, rest, captured, decision, view, options);
    }
  }
}

/** A declared command may have written the file that it was to look at. */
function declaredCommandChanged(rest: Rest, view: View): boolean {
  if (view.file?.mode === undefined || view.text === undefined) return false;
  const declared = rest.project.workflow.modes.get(view.file.mode);
  if (declared?.validate === undefined && declared?.signals === undefined) return false;
  return readWorkingFile(rest.project.repo.root, view.file.path) !== view.text;
}

async function stay(lock: WorktreeLock, rest: Rest, options: StepOptions): Promise<Outcome> {
  const { state, project, snapshot } = rest;
  if (options.attempt !== true || state.content.kind !== "prompt") return { kind: "stayed", state: state.name };
  const subject = formatSubject(rest.actor, state.name, state.name);
  const message = formatMessage({ subject, trailers: [["Gtd-Attempt", "1"], ...definitionTrailers(rest), ...figureTrailers(options.figures ?? {})] });
  const { commit } = await commitTurn(lock, { snapshot, message, hooks: project.settings.hooks.git, ...(await reopen(rest)) });
  return { kind: "attempt", state: state.name, subject, commit };
}

/** A window stays open behind an attempt at its own state. */
async function reopen(rest: Rest): Promise<{ open?: WindowPlan }> {
  return rest.snapshot.window === undefined ? {} : { open: { base: rest.snapshot.window.base, keep: await keptPaths(rest) } };
}

async function advance(lock: WorktreeLock, rest: Rest, captured: CapturedTree, decision: Advance, view: View, options: StepOptions): Promise<Outcome> {
  const { project, position, snapshot } = rest;
  const { from, to } = decision;
  const target = stateOf(project, to);
  if (target.initial && captured.tree === (await startTree(rest))) {
    await returnTo(lock, { snapshot, captured, start: position.start });
    return { kind: "returned", from, to, decision };
  }
  const subject = formatSubject(rest.actor, from, to);
  const message = formatMessage({ subject, trailers: [...turnTrailers(options, view), ...definitionTrailers(rest), ...figureTrailers(options.figures ?? {})] });
  const keep = await keptPaths(rest);
  const open = target.window === undefined ? {} : { open: { base: await findReviewBase(rest, target, keep, captured.tree), keep } };
  const turn = await commitTurn(lock, { snapshot, captured, message, hooks: project.settings.hooks.git, ...open });
  return { kind: "advanced", from, to, subject, commit: turn.commit, decision, files: captured.changes.length };
}

function turnTrailers(options: StepOptions, view: View): readonly Trailer[] {
  const { events, conditions } = view.input.signals;
  const signals = [...events, ...conditions];
  return [
    ...(options.exit === undefined ? [] : [["Gtd-Exit", String(options.exit)] as const]),
    ...(options.checkedTree === undefined ? [] : [["Gtd-Checked-Tree", options.checkedTree] as const]),
    ...(signals.length === 0 ? [] : [["Gtd-Signals", signals.join(" ")] as const]),
  ];
}

/** Tree of the process's start parent; the empty tree when it began at the root. */
async function startTree(rest: Rest): Promise<string> {
  const start = rest.position.start;
  const known = rest.snapshot.commits.find((commit) => commit.hash === start)?.tree;
  if (known !== undefined) return known;
  const { emptyTree } = await import("../git/refs.ts");
  return emptyTree(rest.project.repo);
}

async function collapse(lock: WorktreeLock, rest: Rest, captured: CapturedTree, decision: Advance, view: View): Promise<Outcome> {
  const { project, position, snapshot } = rest;
  const target = stateOf(project, decision.to);
  const rendered = stripTrailers(await renderAt(rest, target.content.template, { state: target, tree: captured }), "Gtd-").trim();
  const subject = rendered.split("\n", 1)[0] ?? "";
  if (rendered === "") return decline(rest.state, "empty-message", `the commit message of "${target.name}" is empty`, ["write the message, then run the command again"]);
  if (parseSubject(subject) !== undefined) {
    return decline(rest.state, "turn-subject", `the commit message of "${target.name}" begins like a turn: "${subject}"`, ["begin the message with a subject of your own"]);
  }
  const body = rendered.slice(subject.length).trim();
  const result = await squash(lock, {
    snapshot,
    captured,
    start: position.start,
    message: formatMessage({ subject, ...(body === "" ? {} : { body }), trailers: squashTrailers(rest) }),
    drop: matchAny(target.drop),
    consumed: consumedPaths(view),
    allowEmpty: target.allowEmpty,
    hooks: project.settings.hooks.git,
  });
  const landed = result.commit === null ? null : (result.message.split("\n", 1)[0] ?? "");
  return { kind: "squashed", from: decision.from, to: project.workflow.initial, subject: landed, history: result.history, left: result.left, decision };
}

/** The pending files that the row names one by one: they carried the message and have done their work. */
function consumedPaths(view: View): readonly string[] {
  if (view.decision.kind !== "squash") return [];
  const clauses = view.decision.row.pattern.clauses;
  return clauses.flatMap((clause) => {
    if (clause.kind !== "change" || clause.only) return [];
    return view.input.changes.filter((change) => change.status !== "D" && change.path === clause.globs.include).map((change) => change.path);
  });
}
