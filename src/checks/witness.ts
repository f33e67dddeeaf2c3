import type { Change, Decision, Signals, Workflow } from "../engine/types.ts";
import { decide } from "../engine/decide.ts";

/** A turn that shows what a finding claims: feed it to `decide`. */
export interface TurnWitness {
  readonly changes: readonly Change[];
  /** Every path of the tree as the turn would leave it. */
  readonly tree: readonly string[];
  readonly signals: Signals;
}

/** States one after another that show what a finding claims. */
export interface PathWitness {
  readonly path: readonly string[];
}

export type Witness = TurnWitness | PathWitness;

/** What the engine makes of a turn at a state, in a process that has just begun. */
export function decideWitness(workflow: Workflow, state: string, { changes, tree, signals }: TurnWitness): Decision {
  const actor = workflow.states.get(state)?.actor ?? "";
  return decide({ workflow, state, actor, changes, tree, signals, trace: [] });
}

/** A witness in one line: `A src/a.ts, @passed`, or `idle → building → done`. */
export function renderWitness(witness: Witness): string {
  if ("path" in witness) return witness.path.join(" → ");
  const { changes, tree, signals } = witness;
  const changed = new Set(changes.map(({ path }) => path));
  const parts = [
    ...changes.map(({ status, path }) => `${status} ${path}`),
    ...[...signals.events, ...signals.conditions].map((name) => `@${name}`),
  ];
  const there = tree.filter((path) => !changed.has(path));
  const pending = changes.length === 0 ? ["nothing pending", ...parts] : parts;
  return `${pending.join(", ")}${there.length === 0 ? "" : `, with ${there.join(", ")} in the tree`}`;
}
