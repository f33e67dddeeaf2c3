import { countRetry, type RetryCount } from "../engine/trace.ts";
import type { DecideInput, Decision, RowResult } from "../engine/types.ts";
import { renderDecision } from "./decision.ts";
import { edgeOf } from "./edges.ts";
import { renderCount } from "./plural.ts";
import { renderRows } from "./rows.ts";

/** What `gtd explain` tells: how each row answered a turn, and what was decided. */
export interface Explanation {
  readonly input: DecideInput;
  readonly rows: readonly RowResult[];
  readonly decision: Decision;
}

/** The document of `gtd explain --json`. */
export function explanationJson({ input, rows, decision }: Explanation) {
  return {
    state: input.state,
    actor: input.actor,
    changes: input.changes.map(({ status, path }) => ({ status, path })),
    signals: [...input.signals.events, ...input.signals.conditions],
    rows: rows.map(rowResultJson),
    retries: retriesOf(input),
    outcome: outcomeOf(decision),
  };
}

/** How one row answered a turn: the row with each of its clauses. */
export function rowResultJson({ row, holds, clauses }: RowResult) {
  return {
    ...edgeOf(row),
    holds,
    clauses: clauses.map((one) => ({
      clause: one.clause.source,
      holds: one.holds,
      ...(one.path === undefined ? {} : { path: one.path }),
    })),
  };
}

/** The retry caps of the states that this state's rows lead to, and how much of each is used. */
function retriesOf({ workflow, state, trace }: DecideInput): readonly RetryCount[] {
  const targets = new Set(
    (workflow.states.get(state)?.rows ?? []).flatMap((row) => ("to" in row.target ? [row.target.to] : [])),
  );
  return [...targets].map((name) => countRetry(workflow, trace, name)).filter((one) => one !== undefined);
}

function outcomeOf(decision: Decision) {
  switch (decision.kind) {
    case "stay":
      return { kind: decision.kind };
    case "refuse":
      return {
        kind: decision.kind,
        reason: decision.reason,
        ...(decision.reason === "by-row" ? { pattern: decision.row.pattern.source, text: decision.text } : {}),
      };
    case "advance":
    case "squash":
      return {
        kind: decision.kind,
        to: decision.to,
        pattern: decision.row.pattern.source,
        redirects: decision.redirects,
      };
  }
}

/** The same for a person. */
export function renderExplanation(explanation: Explanation, color: boolean): string {
  const { input, rows, decision } = explanation;
  const retries = retriesOf(input).map(
    (one) =>
      `retry "${one.state}": entered ${one.entries} of ${one.max} times since ${one.since === undefined ? "the start of the process" : `"${one.since}"`}, then "${one.otherwise}"\n`,
  );
  return [
    `at "${input.state}" (${input.actor}), ${renderCount(input.changes.length, "change")} pending\n`,
    renderRows(rows, { color }),
    ...retries,
    `outcome: ${renderOutcomeLine(decision)}\n`,
  ].join("");
}

function renderOutcomeLine(decision: Decision): string {
  switch (decision.kind) {
    case "stay":
      return `stays at "${decision.state}"`;
    case "refuse":
      return renderDecision(decision).trimEnd();
    case "advance":
    case "squash":
      return `${decision.from} → ${decision.to} by the row "${decision.row.pattern.source}"${decision.redirects.map((one) => `, instead of "${one.state}" (entered ${one.entries} of ${one.max} times)`).join("")}`;
  }
}
