import { SCRIPT_EVENTS, type Clause, type Row, type State, type Workflow } from "../../engine/types.ts";
import type { StateAnalysis } from "../analysis.ts";
import { suggestName } from "../../report/suggest.ts";
import { rowPointer, type Rule } from "../rule.ts";
import { isEvent, modeSignals } from "../scenario.ts";

/** A row whose pattern cannot hold, whatever the turn. */
export const neverRow: Rule = {
  name: "never-row",
  severity: "error",
  check: (subject) =>
    subject.analysis.states.flatMap((analysed) =>
      analysed.rows.flatMap(({ row, holds }) => {
        if (holds !== undefined) return [];
        const { name } = analysed.state;
        const { workflow } = subject.analysis;
        const alone = findImpossible(analysed, row);
        const close = alone?.kind === "signal" ? suggestSignal(workflow, analysed.state, alone.name) : undefined;
        return [
          {
            message: `the row "${row.pattern.source}" of state "${name}" can never hold: ${explain(workflow, analysed, alone)}`,
            pointer: rowPointer(subject, name, row),
            state: name,
            ...(close === undefined ? {} : { hint: `did you mean "@${close}"?` }),
          },
        ];
      }),
    ),
};

/** A clause that cannot hold by itself. */
function findImpossible({ model }: StateAnalysis, row: Row): Clause | undefined {
  return row.pattern.clauses.find(
    (clause) => model.find({ reading: "wide", holds: [onlyClause(row, clause)] }) === undefined,
  );
}

function suggestSignal(workflow: Workflow, state: State, name: string): string | undefined {
  const events = state.content.kind === "script" ? SCRIPT_EVENTS : [];
  return suggestName(name, [...events, ...modeSignals(workflow, state)]);
}

function explain(workflow: Workflow, { state }: StateAnalysis, alone: Clause | undefined): string {
  if (alone === undefined) return "its clauses exclude each other";
  if (alone.kind !== "signal") return `"${alone.source}" matches no path`;
  return explainSignal(workflow, state, alone.name);
}

function onlyClause(row: Row, clause: Clause): Row {
  return { ...row, pattern: { source: clause.source, clauses: [clause] } };
}

function explainSignal(workflow: Workflow, state: State, name: string): string {
  const list = (names: readonly string[]): string => names.map((one) => `@${one}`).join(", ");
  const signals = modeSignals(workflow, state);
  if (state.content.kind === "script") {
    return `a script ends with ${list(SCRIPT_EVENTS)}${signals.length === 0 ? "" : `, and the mode "${state.mode ?? ""}" gives ${list(signals)}`}`;
  }
  if (isEvent(name)) return `@${name} is how a script ends, and this state has no script`;
  if (state.mode === undefined) return `@${name} comes from a mode, and this state has none`;
  return signals.length === 0
    ? `the mode "${state.mode}" gives no signals`
    : `the mode "${state.mode}" gives ${list(signals)}`;
}
