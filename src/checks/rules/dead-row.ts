import type { Row } from "../../engine/types.ts";
import type { RowAnalysis, StateAnalysis } from "../analysis.ts";
import { rowPointer, type Rule } from "../rule.ts";

/** A row that never decides: an earlier one, or several together, hold whenever it does. */
export const deadRow: Rule = {
  name: "dead-row",
  severity: "error",
  check: (subject) =>
    subject.analysis.states.flatMap((analysed) =>
      analysed.rows.flatMap((row) => {
        if (row.fires !== undefined || row.holds === undefined) return [];
        const { name } = analysed.state;
        const covers = coversOf(analysed, row).map(({ pattern }) => `"${pattern.source}"`);
        const said =
          covers.length === 1 ? `${covers.join("")} before it holds` : `one of ${covers.join(", ")} before it holds`;
        return [
          {
            message: `the row "${row.row.pattern.source}" of state "${name}" never decides: ${said} whenever it does`,
            pointer: rowPointer(subject, name, row.row),
            state: name,
            witness: row.holds,
          },
        ];
      }),
    ),
};

/** The fewest earlier rows that can be told to hold whenever this one does. */
function coversOf({ model }: StateAnalysis, { row, earlier }: RowAnalysis): readonly Row[] {
  const covers = (rows: readonly Row[]): boolean =>
    model.find({ reading: "wide", holds: [row], fails: rows }) === undefined;
  const single = earlier.find((one) => covers([one]));
  if (single !== undefined) return [single];
  return earlier.reduce<readonly Row[]>((rows, one) => {
    const fewer = rows.filter((other) => other !== one);
    return covers(fewer) ? fewer : rows;
  }, earlier);
}
