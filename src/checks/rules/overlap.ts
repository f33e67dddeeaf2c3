import type { Target } from "../../engine/types.ts";
import { rowPointer, type Rule } from "../rule.ts";

/** Two rows with different targets that can both hold: their order decides. */
export const overlap: Rule = {
  name: "overlap",
  severity: "info",
  check: (subject) =>
    subject.analysis.states.flatMap(({ state, model, rows }) => {
      const firing = rows.filter(({ fires }) => fires !== undefined);
      return firing.flatMap(({ row }, index) =>
        firing.slice(0, index).flatMap(({ row: before }) => {
          if (nameOf(before.target) === nameOf(row.target)) return [];
          const witness = model.find({ reading: "wide", holds: [before, row] });
          if (witness === undefined) return [];
          return [
            {
              message: `the rows "${before.pattern.source}" and "${row.pattern.source}" of state "${state.name}" can both hold; the first decides`,
              pointer: rowPointer(subject, state.name, row),
              state: state.name,
              witness,
            },
          ];
        }),
      );
    }),
};

function nameOf(target: Target): string {
  return "to" in target ? `to ${target.to}` : "refuse";
}
