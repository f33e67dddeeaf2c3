import { SCRIPT_EVENTS, type State, type Workflow } from "../engine/types.ts";
import type { Constraint, Facts } from "./constraint.ts";
import { CHANGED, IN_TREE, type PathFacts } from "./paths.ts";
import type { Presence } from "./place-paths.ts";
import { Undecidable } from "./regex.ts";

/** One way in which the signals of a turn can be, with what it asks of the state's file. */
export interface Scenario {
  readonly events: readonly string[];
  readonly conditions: readonly string[];
  readonly constraints: readonly Constraint[];
}

/**
 * How signals are taken: `strict` as the documents promise them (a script has ended, a verdict has been written), `wide` as
 * the edge may report them all the same (a step without an exit where no row asks for one, a verdict without its line).
 */
export type Reading = "strict" | "wide";

/** What the built-in modes answer while the file is there; `review` asks for more. */
const ANSWERS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ["qa", [["settled"], ["open", "ambiguous"], ["open", "answered"], ["open", "unanswered"]]],
  ["verdict", [["approve"], ["reject"]]],
]);
const REVIEW = ["withdrawn", "commented", "approved", "unfinished"] as const;
/** Names of a declared mode of which every set is looked at. */
const NAMES = 8;

export interface Steering {
  /** Path of the state's file; undefined when it has none, or one that is known only at run time. */
  readonly file: string | undefined;
  readonly capture: string | undefined;
}

/** Every way in which the signals of a state's turn can be (STATES.md, "Signals"). */
export function listScenarios(
  workflow: Workflow,
  state: State,
  steering: Steering,
  paths: PathFacts,
  reading: Reading,
): readonly Scenario[] {
  const conditions = conditionsOf(workflow, state, steering, paths, reading);
  return eventsOf(state, reading).flatMap((events) => {
    const after = captured(events, steering, paths, reading);
    return conditions.map((one) => ({
      events,
      conditions: one.conditions,
      constraints: [...one.constraints, ...after],
    }));
  });
}

/** Names of the signals that the state's mode may give, as far as rows or the mode itself name them. */
export function modeSignals(workflow: Workflow, state: State): readonly string[] {
  if (state.mode === undefined) return [];
  if (hasCommand(workflow, state)) return namedSignals(state).filter((name) => !isEvent(name));
  return state.mode === "review" ? REVIEW : [...new Set(ANSWERS.get(state.mode)?.flat() ?? [])];
}

export function namedSignals(state: State): readonly string[] {
  const names = state.rows.flatMap(({ pattern }) =>
    pattern.clauses.flatMap((clause) => (clause.kind === "signal" ? [clause.name] : [])),
  );
  return [...new Set(names)];
}

export function isEvent(name: string): boolean {
  return SCRIPT_EVENTS.some((event) => event === name);
}

function eventsOf(state: State, reading: Reading): readonly (readonly string[])[] {
  if (state.content.kind !== "script") return [[]];
  const ended = SCRIPT_EVENTS.map((event) => [event]);
  return reading === "strict" || namedSignals(state).some(isEvent) ? ended : [...ended, []];
}

/** What a script that failed wrote into its capture, and what one that passed removed. */
function captured(
  events: readonly string[],
  { capture }: Steering,
  paths: PathFacts,
  reading: Reading,
): readonly Constraint[] {
  if (capture === undefined || events.length === 0 || reading === "wide") return [];
  const there = paths.of(capture, IN_TREE);
  if (there === 0n) return [];
  return events.includes("passed") ? [{ none: there }] : [{ some: there }];
}

type Conditions = Omit<Scenario, "events">;

function conditionsOf(
  workflow: Workflow,
  state: State,
  { file }: Steering,
  paths: PathFacts,
  reading: Reading,
): readonly Conditions[] {
  const { mode } = state;
  const silent: Conditions = { conditions: [], constraints: [] };
  if (mode === undefined || state.file === undefined) return [silent];
  const own = ownFile(file, paths);
  const absent: Conditions = { conditions: [], constraints: own.is("absent") };
  const there = (answers: readonly (readonly string[])[]): readonly Conditions[] =>
    answers.map((conditions) => ({ conditions, constraints: own.is("there") }));
  if (hasCommand(workflow, state)) return [absent, ...there(subsets(modeSignals(workflow, state)))];
  if (mode === "review")
    return file === undefined ? anyOf([[], ...REVIEW.map((name) => [name])]) : reviewConditions(own, paths);
  const answers = ANSWERS.get(mode);
  if (answers === undefined) return [silent];
  return [absent, ...there(answers), ...(mode === "verdict" && reading === "wide" ? there([[]]) : [])];
}

/** Without a known file nothing is asked of it. */
function anyOf(answers: readonly (readonly string[])[]): readonly Conditions[] {
  return answers.map((conditions) => ({ conditions, constraints: [] }));
}

function reviewConditions(own: OwnFile, paths: PathFacts): readonly Conditions[] {
  const changed = paths.all(CHANGED);
  const other: Constraint = { some: changed & ~own.facts(CHANGED) };
  const alone: Constraint = { none: changed & ~own.facts(["M"]) };
  return [
    { conditions: [], constraints: [...own.is("absent"), ...own.not(["D"])] },
    { conditions: ["withdrawn"], constraints: own.has(["D"]) },
    { conditions: ["commented"], constraints: own.has(["A", "M"]) },
    { conditions: ["commented"], constraints: [...own.has(["="]), other] },
    ...["approved", "unfinished"].map((name) => ({ conditions: [name], constraints: [...own.has(["M", "="]), alone] })),
  ];
}

interface OwnFile {
  readonly facts: (presences: readonly Presence[]) => Facts;
  readonly is: (where: "absent" | "there") => readonly Constraint[];
  readonly has: (presences: readonly Presence[]) => readonly Constraint[];
  readonly not: (presences: readonly Presence[]) => readonly Constraint[];
}

/** What may be asked of the state's own file; nothing when its path is known only at run time. */
function ownFile(file: string | undefined, paths: PathFacts): OwnFile {
  const facts = (presences: readonly Presence[]): Facts => (file === undefined ? 0n : paths.of(file, presences));
  const has = (presences: readonly Presence[]): readonly Constraint[] =>
    file === undefined ? [] : [{ some: facts(presences) }];
  const not = (presences: readonly Presence[]): readonly Constraint[] => [{ none: facts(presences) }];
  return { facts, has, not, is: (where) => (where === "there" ? has(IN_TREE) : not(IN_TREE)) };
}

/** Whether the mode's signals come from a command of the user's, so that only rows tell their names. */
function hasCommand(workflow: Workflow, { mode }: State): boolean {
  return mode !== undefined && workflow.modes.get(mode)?.signals !== undefined;
}

/** A command may print any of the names. */
function subsets(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > NAMES) throw new Undecidable(`its rows name more than ${NAMES} signals of one mode`);
  const sets: (readonly string[])[] = [[]];
  for (const name of names) sets.push(...sets.map((set) => [...set, name]));
  return sets;
}
