import type { Globs, Row, State, Workflow } from "../../engine/types.ts";
import type { Analysis } from "../analysis.ts";
import type { Demand } from "../constraint.ts";
import { findPath, graphOf, listArrivals, listStarts, type Graph } from "../graph.ts";
import { CHANGED, type PathFacts } from "../paths.ts";
import { Undecidable } from "../regex.ts";
import type { Fault, Rule } from "../rule.ts";
import { modelState, type FoundTurn } from "../state-model.ts";
import { renderWitness } from "../witness.ts";

/**
 * A commit state that can be reached without a script after the last turn of an agent that may change anything but what the
 * commit drops. The turn that enters the commit state does not count: its other changes are not committed.
 */
export const gradesOwnWork: Rule = {
  name: "grades-own-work",
  severity: "error",
  check: ({ analysis }) => {
    const { states } = analysis.workflow;
    const graph = graphOf(analysis);
    const reached = reachable(analysis.workflow, graph);
    return [...states.values()].flatMap((commit) =>
      commit.content.kind === "commit" && reached.has(commit.name) ? checkCommit(analysis, graph, reached, commit) : [],
    );
  },
};

function checkCommit(analysis: Analysis, graph: Graph, reached: ReadonlySet<string>, commit: State): readonly Fault[] {
  for (const { state } of analysis.states) {
    if (state.content.kind !== "prompt" || !reached.has(state.name)) continue;
    const found = findUngraded(analysis, graph, state, commit);
    if (found === undefined) continue;
    const { path, turn } = found;
    return [
      {
        message: `what the agent does at state "${state.name}" can reach commit state "${commit.name}" without a script: ${path.join(" → ")}`,
        pointer: ["states", commit.name],
        state: commit.name,
        witness: () => ({ path }),
        hint: `at "${state.name}" the agent may change ${renderWitness(turn())}; put a state with a script behind it, or drop those paths`,
      },
    ];
  }
  return [];
}

interface Ungraded {
  readonly path: readonly string[];
  readonly turn: FoundTurn;
}

function findUngraded({ workflow, firing }: Analysis, graph: Graph, state: State, commit: State): Ungraded | undefined {
  const isGoal = (name: string): boolean => name === commit.name;
  const ungraded = (name: string): boolean => workflow.states.get(name)?.content.kind !== "script";
  for (const row of firing(state)) {
    for (const next of "to" in row.target ? listArrivals(workflow, row.target.to) : []) {
      if (isGoal(next) || !ungraded(next)) continue;
      const path = findPath(graph, [next], isGoal, ungraded);
      const turn = path && findTurn(workflow, state, row, commit.drop);
      if (path !== undefined && turn !== undefined) return { path: [state.name, ...path], turn };
    }
  }
  return undefined;
}

/** A turn that the row decides and that changes something the commit keeps. */
function findTurn(workflow: Workflow, state: State, row: Row, drop: readonly Globs[]): FoundTurn | undefined {
  try {
    const fails = state.rows.slice(0, state.rows.indexOf(row));
    return modelState(workflow, state, drop).find({
      reading: "wide",
      holds: [row],
      fails,
      ask: (paths) => demandKept(paths, drop),
    });
  } catch (error) {
    if (error instanceof Undecidable) return undefined;
    throw error;
  }
}

function demandKept(paths: PathFacts, drop: readonly Globs[]): Demand {
  const dropped = drop.reduce((facts, globs) => facts | paths.matching(globs, CHANGED), 0n);
  return { all: [{ some: paths.all(CHANGED) & ~dropped }], choices: [] };
}

function reachable(workflow: Workflow, graph: Graph): ReadonlySet<string> {
  const reached = new Set(listStarts(workflow));
  for (const name of reached) for (const next of graph.get(name) ?? []) reached.add(next);
  return reached;
}
