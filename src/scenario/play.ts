import { decide } from "../engine/decide.ts";
import { matchGlobs } from "../engine/glob.ts";
import { SCRIPT_EVENTS, type DecideInput, type State, type Workflow } from "../engine/types.ts";
import { eventOf } from "../engine/script-event.ts";
import { readConditions, validateFile, type Came } from "./judge.ts";
import { compareFiles, renderPath, type Files } from "./memory.ts";
import type { Deed, Scenario, ScenarioStep } from "./types.ts";

/** A turn that was played, and what it was judged by. */
export interface Played {
  readonly input: DecideInput;
  readonly came: Came;
}

/** The same where it costs something to find out what it was judged by. */
export interface Taken {
  readonly state: string;
  readonly came: Came;
  readonly readInput: () => Promise<DecideInput>;
}

/** The text that a failed script leaves in its state's `capture`. */
export type RenderCapture = (end: {
  readonly state: string;
  readonly exit: number | "timeout";
  readonly output?: string;
}) => string;

/** A process in memory: its tree as committed and as it lies there now, and the states it entered. */
export interface Process {
  readonly state: string;
  readonly committed: Files;
  readonly files: Files;
  readonly trace: readonly string[];
  /** Paths that a review may name: what was given in the middle of a process, and what was changed in it. */
  readonly changed: ReadonlySet<string>;
}

/** Where a scenario begins. The initial state begins a process, so nothing was entered before it. */
export function beginProcess(workflow: Workflow, { at = workflow.initial, after, given }: Scenario): Process {
  const begins = at === workflow.initial;
  return {
    state: at,
    committed: given,
    files: given,
    trace: begins ? [] : [...after, at],
    changed: new Set(begins ? [] : given.keys()),
  };
}

/** Why a step cannot be played at all. */
export interface Unplayable {
  readonly fault: string;
  readonly next: string;
}

/**
 * Plays one step in memory as `gtd step` would: what is done is laid over what is pending, signals are read off the
 * files, `decide()` decides, and a turn that advances is held against its steering file's mode.
 */
export function playStep(
  workflow: Workflow,
  process: Process,
  { actor, does }: ScenarioStep,
  renderCapture: RenderCapture,
): { readonly played: Played; readonly process: Process } | Unplayable {
  const state = workflow.states.get(process.state);
  if (state === undefined) throw new Error(`the workflow has no state "${process.state}"`);
  const faulty = findFault(workflow, state, actor, does, process);
  if (faulty !== undefined) return faulty;
  const written = layOver(process.files, does);
  const facts = { workflow, state, files: written, trace: process.trace };
  const capture = does.exit === undefined ? undefined : renderPath(state.capture, facts);
  const files = capture === undefined ? written : putCapture(written, capture, state.name, does, renderCapture);
  const changes = compareFiles(process.committed, files);
  const file = renderPath(state.file, facts);
  const input: DecideInput = {
    workflow,
    state: state.name,
    actor,
    changes,
    tree: [...files.keys()],
    signals: {
      events: does.exit === undefined ? [] : [eventOf(does.exit)],
      conditions:
        does.signals ??
        readConditions(workflow, state, { path: file, before: process.committed, after: files, changes }),
    },
    trace: process.trace,
  };
  const decision = decide(input);
  const changed = new Set([...process.changed, ...changes.map(({ path }) => path)]);
  const came: Came =
    decision.kind === "advance"
      ? (validateFile(workflow, state, { path: file, files, changed }) ?? { kind: "decided", decision })
      : { kind: "decided", decision };
  return { played: { input, came }, process: move(workflow, { ...process, files, changed }, written, came) };
}

function findFault(
  workflow: Workflow,
  state: State,
  actor: string,
  does: Deed,
  { files }: Process,
): Unplayable | undefined {
  const kind = state.content.kind;
  if (actor === state.actor && kind === "script" && does.exit === undefined && asksForExit(state))
    return { fault: `the step does not say how the script of "${state.name}" ended`, next: `${actor}: { exit: 0 }` };
  if (does.exit !== undefined && kind !== "script")
    return { fault: `"exit" is how a script ends, and "${state.name}" carries a ${kind}`, next: `${actor}: {}` };
  const missing = does.remove.find((path) => !files.has(path));
  if (missing !== undefined)
    return {
      fault: `there is no file "${missing}" to delete at this step`,
      next: `the files are: ${[...files.keys()].join(", ") || "none; name some under given"}`,
    };
  const declared = state.mode === undefined ? undefined : workflow.modes.get(state.mode)?.signals;
  if (does.signals !== undefined && declared === undefined)
    return {
      fault: `the signals of "${state.name}" are read off ${state.mode === undefined ? "nothing: it has no mode" : `its file by the mode "${state.mode}"`}`,
      next:
        state.file === undefined ? "leave signals out" : `leave signals out, and write ${state.file} as it would be`,
    };
  return undefined;
}

function asksForExit({ rows }: State): boolean {
  const events: readonly string[] = SCRIPT_EVENTS;
  return rows.some(({ pattern }) =>
    pattern.clauses.some((clause) => clause.kind === "signal" && events.includes(clause.name)),
  );
}

function layOver(files: Files, { write, remove }: Deed): Files {
  const after = new Map([...files, ...write]);
  for (const path of remove) after.delete(path);
  return after;
}

function putCapture(
  files: Files,
  path: string,
  state: string,
  { exit = 0, output }: Deed,
  render: RenderCapture,
): Files {
  const after = new Map(files);
  if (exit === 0) after.delete(path);
  else after.set(path, render({ state, exit, ...(output === undefined ? {} : { output }) }));
  return after;
}

/** Where the process stands afterwards: what is refused stays pending, its capture aside. */
function move(workflow: Workflow, process: Process, written: Files, came: Came): Process {
  if (came.kind === "declined" || came.decision.kind === "refuse") return { ...process, files: written };
  const { decision } = came;
  if (decision.kind === "stay") return process;
  const { initial } = workflow;
  if (decision.kind === "advance" && decision.to !== initial)
    return { ...process, state: decision.to, committed: process.files, trace: [...process.trace, decision.to] };
  const files = decision.kind === "squash" ? dropFiles(workflow, decision.to, process.files) : process.files;
  return { state: initial, committed: files, files, trace: [], changed: new Set() };
}

function dropFiles(workflow: Workflow, commit: string, files: Files): Files {
  const matchers = (workflow.states.get(commit)?.drop ?? []).map((globs) => matchGlobs(globs));
  return new Map([...files].filter(([path]) => !matchers.some((matches) => matches(path))));
}
