import { graphOf } from "../graph.ts";
import type { Rule } from "../rule.ts";

/** A `since` that can never be entered, so that the count never starts anew. */
export const retrySince: Rule = {
  name: "retry-since",
  severity: "error",
  check: ({ analysis }) => {
    const { states, initial } = analysis.workflow;
    const entered = new Set([...graphOf(analysis).values()].flatMap((next) => Array.from(next)));
    const isEntered = (name: string): boolean =>
      name === initial ||
      states.get(name)?.entry !== undefined ||
      (entered.has(name) && states.get(name)?.content.kind !== "commit");
    return [...states.values()].flatMap(({ name, retry }) =>
      (retry?.since ?? []).flatMap((since) => {
        if (isEntered(since)) return [];
        const why =
          states.get(since)?.content.kind === "commit"
            ? "a commit state ends the process"
            : "no row that can decide leads to it";
        return [
          {
            message: `"retry.since" of state "${name}" names "${since}", which is never entered: ${why}`,
            pointer: ["states", name, "retry", "since"],
            state: name,
          },
        ];
      }),
    );
  },
};
