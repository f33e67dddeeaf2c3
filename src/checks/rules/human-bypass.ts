import { findPath, findPlay, graphOf, isHuman, listStarts } from "../graph.ts";
import type { Rule } from "../rule.ts";

/** A path from the initial state or an entry to a commit state on which no human acts, the start itself aside. */
export const humanBypass: Rule = {
  name: "human-bypass",
  severity: "warning",
  check: ({ analysis }) => {
    const { states } = analysis.workflow;
    const graph = graphOf(analysis);
    const byItself = (name: string): boolean => !isHuman(states.get(name));
    return [...states.values()].flatMap((state) => {
      if (state.content.kind !== "commit") return [];
      const isGoal = (name: string): boolean => name === state.name;
      const plays = listStarts(analysis.workflow).flatMap((start) =>
        findPath(graph, [start], isGoal, byItself) === undefined
          ? []
          : [findPlay(analysis, start, isGoal, byItself) ?? []],
      );
      const path = plays.filter((play) => play.length > 0).toSorted((a, b) => a.length - b.length)[0];
      if (path === undefined) return [];
      return [
        {
          message: `commit state "${state.name}" can be reached without a human: ${path.join(" → ")}`,
          pointer: ["states", state.name],
          state: state.name,
          witness: () => ({ path }),
          hint: "put a state with a message on the way",
        },
      ];
    });
  },
};
