import { findPath, graphOf, isHuman } from "../graph.ts";
import type { Rule } from "../rule.ts";

/** A state from which no human state and no commit state can be reached. */
export const noWayOut: Rule = {
  name: "no-way-out",
  severity: "error",
  check: ({ analysis }) => {
    const { states } = analysis.workflow;
    const graph = graphOf(analysis);
    const isOut = (name: string): boolean => isHuman(states.get(name)) || states.get(name)?.content.kind === "commit";
    return [...states.keys()]
      .filter((name) => !isOut(name) && findPath(graph, [name], isOut) === undefined)
      .map((name) => ({
        message: `no state with a message and no commit state can be reached from state "${name}"`,
        pointer: ["states", name],
        state: name,
        witness: () => ({ path: [name] }),
        hint: "let a row lead to a state where a human can act",
      }));
  },
};
