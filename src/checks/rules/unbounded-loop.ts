import type { Workflow } from "../../engine/types.ts";
import { findComponents } from "../components.ts";
import { findPath, graphOf, isHuman, type Graph } from "../graph.ts";
import type { Rule } from "../rule.ts";

/**
 * A cycle of states without a human that no retry cap breaks. A capped state is cut when nothing that starts its count anew
 * lies in its component; what still cycles when no more can be cut is unbounded.
 */
export const unboundedLoop: Rule = {
  name: "unbounded-loop",
  severity: "error",
  check: ({ analysis }) => {
    const { workflow } = analysis;
    const whole = graphOf(analysis);
    const names = [...workflow.states.values()].filter((state) => !isHuman(state)).map(({ name }) => name);
    return listUnbounded(workflow, whole, names).flatMap((component) => {
      const inside = new Set(component);
      const [first = ""] = component;
      const path =
        findPath(
          whole,
          [first],
          (state) => state === first,
          (state) => inside.has(state),
        ) ?? component;
      return [
        {
          message: `states without a human can follow one another without end: ${path.join(" → ")}`,
          pointer: ["states", first],
          state: first,
          witness: () => ({ path }),
          hint: `cap one of them: retry: { max: 3, otherwise: <a state with a message> }, with a "since" outside of the loop`,
        },
      ];
    });
  },
};

function listUnbounded(workflow: Workflow, graph: Graph, names: readonly string[]): readonly (readonly string[])[] {
  const components = findComponents(graph, names);
  const cut = new Set(
    components.flatMap((component) => component.filter((name) => isCapped(workflow, name, component))),
  );
  if (cut.size === 0) return components;
  return listUnbounded(
    workflow,
    graph,
    names.filter((name) => !cut.has(name)),
  );
}

/** Whether the state can be entered only so often while the process stays in the component. */
function isCapped({ states, initial }: Workflow, name: string, component: readonly string[]): boolean {
  const retry = states.get(name)?.retry;
  if (retry === undefined || comesBack({ states }, name)) return false;
  // Entering the initial state begins a new process, and every count with it.
  return ![initial, ...retry.since].some((since) => component.includes(since));
}

/** The last of a closed chain of `otherwise` is entered whatever its cap says. */
function comesBack({ states }: Pick<Workflow, "states">, name: string): boolean {
  const seen = new Set<string>();
  for (
    let next = states.get(name)?.retry?.otherwise;
    next !== undefined && !seen.has(next);
    next = states.get(next)?.retry?.otherwise
  ) {
    if (next === name) return true;
    seen.add(next);
  }
  return false;
}
