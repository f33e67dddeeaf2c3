import { demandChange } from "../row-demand.ts";
import type { Rule } from "../rule.ts";

/** A diff that no row of a state answers; a refusal is an answer. */
export const notTotal: Rule = {
  name: "not-total",
  severity: "error",
  check: ({ analysis }) =>
    analysis.states.flatMap(({ state, model }) => {
      const witness = model.find({ reading: "strict", fails: state.rows, ask: demandChange });
      if (witness === undefined) return [];
      return [
        {
          message: `state "${state.name}" has no row for every diff that may come to it`,
          pointer: ["states", state.name],
          state: state.name,
          witness,
        },
      ];
    }),
};
