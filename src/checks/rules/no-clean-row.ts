import { CHANGED } from "../paths.ts";
import type { Rule } from "../rule.ts";

/** A prompt state where an agent that changes nothing can only stall. */
export const noCleanRow: Rule = {
  name: "no-clean-row",
  severity: "info",
  check: ({ analysis }) =>
    analysis.states.flatMap(({ state, model, rows }) => {
      if (state.content.kind !== "prompt") return [];
      const leads = rows.some(
        ({ row, earlier }) =>
          "to" in row.target &&
          model.find({
            reading: "wide",
            holds: [row],
            fails: earlier,
            ask: (paths) => ({ all: [{ none: paths.all(CHANGED) }], choices: [] }),
          }) !== undefined,
      );
      if (leads) return [];
      return [
        {
          message: `an agent that changes nothing at state "${state.name}" can only stall`,
          pointer: ["states", state.name],
          state: state.name,
          hint: 'a row with "C" leads on',
        },
      ];
    }),
};
