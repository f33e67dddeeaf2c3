import type { Row, State, Workflow } from "../engine/types.ts";
import { Undecidable } from "./regex.ts";
import { modelState, type FoundTurn, type StateModel } from "./state-model.ts";

/** What can become of a row. */
export interface RowAnalysis {
  readonly row: Row;
  /** Rows that are tried before it. */
  readonly earlier: readonly Row[];
  /** A turn at which it holds; none when it can never hold. */
  readonly holds: FoundTurn | undefined;
  /** A turn that it decides; none when an earlier row holds whenever it does. */
  readonly fires: FoundTurn | undefined;
}

export interface StateAnalysis {
  readonly state: State;
  readonly model: StateModel;
  readonly rows: readonly RowAnalysis[];
}

/** A workflow with what can happen at each of its states. */
export interface Analysis {
  readonly workflow: Workflow;
  /** States that somebody acts at and whose globs can be compared, in declaration order. */
  readonly states: readonly StateAnalysis[];
  /** States that cannot be analysed, and why: their rows are taken as they are declared. */
  readonly undecidable: ReadonlyMap<string, string>;
  /** Rows that can decide a turn, as far as that is known. */
  readonly firing: (state: State) => readonly Row[];
}

/** Looks at every row of every state once; the rules ask for the result. */
export function analyseWorkflow(workflow: Workflow): Analysis {
  const undecidable = new Map<string, string>();
  const states = [...workflow.states.values()].flatMap((state) => {
    if (state.content.kind === "commit") return [];
    try {
      return [analyseState(workflow, state)];
    } catch (error) {
      if (!(error instanceof Undecidable)) throw error;
      undecidable.set(state.name, error.message);
      return [];
    }
  });
  const firing = new Map(
    states.map(({ state, rows }) => [state.name, rows.flatMap(({ row, fires }) => (fires === undefined ? [] : [row]))]),
  );
  return { workflow, states, undecidable, firing: (state) => firing.get(state.name) ?? state.rows };
}

function analyseState(workflow: Workflow, state: State): StateAnalysis {
  const model = modelState(workflow, state);
  const rows = state.rows.map((row, index): RowAnalysis => {
    const earlier = state.rows.slice(0, index);
    const fires = model.find({ reading: "wide", holds: [row], fails: earlier });
    return { row, earlier, fires, holds: fires ?? model.find({ reading: "wide", holds: [row] }) };
  });
  return { state, model, rows };
}
