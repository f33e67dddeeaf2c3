import { countEntries, followRetries } from "../engine/trace.ts";
import type { State, Workflow } from "../engine/types.ts";
import type { Analysis } from "./analysis.ts";

/** Where each state can lead in one turn, redirects by `retry` included; commit states lead nowhere. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Plays looked at before a search is given up. */
const PLAYS = 20_000;

/** Rows that never decide lead nowhere. */
export function graphOf(analysis: Analysis): Graph {
  const { workflow, firing } = analysis;
  return new Map(
    [...workflow.states.values()].map((state) => {
      const targets = firing(state).flatMap(({ target }) => ("to" in target ? [target.to] : []));
      return [state.name, new Set(targets.flatMap((target) => listArrivals(workflow, target)))];
    }),
  );
}

/** Where a turn that heads for a state can arrive, whatever was entered before (`followRetries`). */
export function listArrivals(workflow: Workflow, target: string): readonly string[] {
  const arrivals: string[] = [];
  const seen = new Set([target]);
  for (let state = target; ;) {
    const retry = workflow.states.get(state)?.retry;
    if (retry === undefined || seen.has(retry.otherwise)) return [...arrivals, state];
    if (retry.max > 0) arrivals.push(state);
    seen.add(retry.otherwise);
    state = retry.otherwise;
  }
}

/** The initial state and every entry, in declaration order. */
export function listStarts({ states, initial }: Workflow): readonly string[] {
  return [...states.values()]
    .filter(({ name, entry }) => name === initial || entry !== undefined)
    .map(({ name }) => name);
}

/** A human acts where nothing but a message is shown; the loop stops there. */
export function isHuman(state: State | undefined): boolean {
  return state?.content.kind === "message";
}

/**
 * The shortest path from any of the starts to a goal, both included; only states that `through` allows are left again, the
 * starts aside. A path has at least one step.
 */
export function findPath(
  graph: Graph,
  starts: Iterable<string>,
  goal: (state: string) => boolean,
  through: (state: string) => boolean = () => true,
): readonly string[] | undefined {
  const queue = [...starts].map((start): readonly string[] => [start]);
  const met = new Set<string>();
  for (const path of queue) {
    for (const next of graph.get(path.at(-1) ?? "") ?? []) {
      if (goal(next)) return [...path, next];
      if (met.has(next) || !through(next)) continue;
      met.add(next);
      queue.push([...path, next]);
    }
  }
  return undefined;
}

/** Like `findPath`, with retry caps counted as the engine counts them; undefined too when too many plays are possible. */
export function findPlay(
  analysis: Analysis,
  start: string,
  goal: (state: string) => boolean,
  through: (state: string) => boolean,
): readonly string[] | undefined {
  const { workflow, firing } = analysis;
  const capped = [...workflow.states.values()].flatMap(({ name, retry }) =>
    retry === undefined ? [] : [{ name, ...retry }],
  );
  const met = new Set<string>();
  const queue = [{ path: [start], trace: start === workflow.initial ? [] : [start] }];
  for (const { path, trace } of queue) {
    if (queue.length > PLAYS) return undefined;
    const state = workflow.states.get(path.at(-1) ?? "");
    for (const { target } of state === undefined ? [] : firing(state)) {
      if (!("to" in target)) continue;
      const { to } = followRetries(workflow, trace, target.to);
      if (goal(to)) return [...path, to];
      const after = to === workflow.initial ? [] : [...trace, to];
      const counts = capped.map(({ name, max, since }) => Math.min(max, countEntries(after, name, since)));
      const key = JSON.stringify([to, counts]);
      if (met.has(key) || !through(to)) continue;
      met.add(key);
      queue.push({ path: [...path, to], trace: after });
    }
  }
  return undefined;
}
