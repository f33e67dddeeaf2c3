import { parsePattern } from "../../../src/engine/pattern.ts";
import type { Commit, DecideInput, Pattern, Retry, Row, State, Workflow } from "../../../src/engine/types.ts";

export interface StateSketch {
  readonly actor?: string;
  readonly on?: Readonly<Record<string, string | { readonly refuse: string }>>;
  readonly retry?: Partial<Retry> & { readonly otherwise: string };
  readonly commit?: boolean;
}

export function pattern(source: string): Pattern {
  const parsed = parsePattern(source);
  if ("fault" in parsed) throw new Error(`${source}: ${parsed.fault}`);
  return parsed;
}

export function row(source: string, target: string | { readonly refuse: string } = "next"): Row {
  return { pattern: pattern(source), target: typeof target === "string" ? { to: target } : target };
}

/** A workflow from sketches; the first state is the initial one, actors default to "human". */
export function workflow(
  states: Readonly<Record<string, StateSketch>> | readonly (readonly [string, StateSketch])[],
): Workflow {
  const entries = Array.isArray(states) ? states : Object.entries(states);
  const initial = entries[0]?.[0] ?? "";
  return {
    name: "test",
    states: new Map(
      entries.map(([name, sketch]: readonly [string, StateSketch]) => [name, state(name, sketch, name === initial)]),
    ),
    initial,
    vars: {},
    modes: new Map(),
    hash: "w",
    configHash: "c",
  };
}

function state(name: string, sketch: StateSketch, initial: boolean): State {
  return {
    name,
    ...(sketch.commit === true ? {} : { actor: sketch.actor ?? "human" }),
    content: { kind: sketch.commit === true ? "commit" : "message", template: "" },
    rows: Object.entries(sketch.on ?? {}).map(([source, target]) => row(source, target)),
    initial,
    ...(sketch.retry === undefined ? {} : { retry: { max: 1, since: [], ...sketch.retry } }),
    drop: [],
    allowEmpty: false,
  };
}

export function input(flow: Workflow, over: Partial<DecideInput> = {}): DecideInput {
  const at = over.state ?? flow.initial;
  return {
    workflow: flow,
    state: at,
    actor: flow.states.get(at)?.actor ?? "human",
    changes: [],
    tree: [],
    signals: { events: [], conditions: [] },
    trace: [],
    ...over,
  };
}

/** Changes from text: `"A a.txt"`. */
export function changes(...lines: readonly string[]): DecideInput["changes"] {
  return lines.map((line) => {
    const status = line[0];
    if (status !== "A" && status !== "M" && status !== "D") throw new Error(line);
    return { status, path: line.slice(2) };
  });
}

/** First parents from messages, newest first: hashes `c1`, `c2`, … from the oldest, each with a tree of its own unless told. */
export type CommitSketch = string | { readonly message: string; readonly tree: string };

export function history(...commits: readonly CommitSketch[]): Commit[] {
  const count = commits.length;
  return commits.map((commit, at) => {
    const n = count - at;
    const { message, tree } = typeof commit === "string" ? { message: commit, tree: `t${n}` } : commit;
    return {
      hash: `c${n}`,
      parents: n === 1 ? [] : [`c${n - 1}`],
      tree,
      message,
      committer: { name: "n", email: "e" },
      time: n,
    };
  });
}
