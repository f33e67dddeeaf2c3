import { isUnjudged, matchRow } from "./row.ts";
import { followRetries } from "./trace.ts";
import type { DecideInput, Decision, Row, RowResult } from "./types.ts";

/**
 * The one place that decides (STATES.md, "Decisions"): step, status, explain, test, check and audit all ask here.
 * Pure, and total for a state of the workflow.
 * @throws Error when the tree is left out although `needsTree` asks for it
 */
export function decide(input: DecideInput): Decision {
  const { workflow, state, actor } = input;
  const awaited = workflow.states.get(state)?.actor;
  if (awaited !== undefined && awaited !== actor)
    return { kind: "refuse", reason: "out-of-turn", state, actor, awaited };
  const rows: RowResult[] = [];
  for (const row of rowsOf(input)) {
    const result = matchRow(row, input);
    if (result.holds) return followRow(input, row);
    if (isUnjudged(result)) throw new Error(`the row "${row.pattern.source}" asks for the tree, and none was given`);
    rows.push(result);
  }
  const happened = input.changes.length > 0 || input.signals.events.length > 0;
  return happened ? { kind: "refuse", reason: "no-row", state, rows } : { kind: "stay", state };
}

/**
 * Every row of the resting state in order, clause by clause, also those behind the one that decides.
 * Without a tree, tree clauses are left out of the results: give it whenever `hasTreeClause` says that there are any.
 */
export function explainRows(input: DecideInput): readonly RowResult[] {
  return rowsOf(input).map((row) => matchRow(row, input));
}

/** Whether `decide` has to know the tree: a row holds but for its tree clauses, and none before it decides. */
export function needsTree(input: Omit<DecideInput, "tree">): boolean {
  const { changes, signals } = input;
  for (const row of rowsOf(input)) {
    const result = matchRow(row, { changes, signals });
    if (result.holds) return false;
    if (isUnjudged(result)) return true;
  }
  return false;
}

/** Whether any row of a state looks at the tree, so that explaining all of them needs it. */
export function hasTreeClause(input: Pick<DecideInput, "workflow" | "state">): boolean {
  return rowsOf(input).some((row) => row.pattern.clauses.some((clause) => clause.kind === "tree"));
}

function rowsOf({ workflow, state }: Pick<DecideInput, "workflow" | "state">): readonly Row[] {
  return workflow.states.get(state)?.rows ?? [];
}

/** What would come of a turn that this row of the state answers; whether it holds is not asked. */
export function followRow(
  { workflow, state, trace }: Pick<DecideInput, "workflow" | "state" | "trace">,
  row: Row,
): Decision {
  if ("refuse" in row.target) return { kind: "refuse", reason: "by-row", state, row, text: row.target.refuse };
  const { to, redirects } = followRetries(workflow, trace, row.target.to);
  const squashes = workflow.states.get(to)?.content.kind === "commit";
  return { kind: squashes ? "squash" : "advance", from: state, to, row, redirects };
}
