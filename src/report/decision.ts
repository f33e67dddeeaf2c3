import type { Decision, RowResult } from "../engine/types.ts";
import { explainRow, renderRow } from "./rows.ts";
import { sanitizeText } from "./sanitize.ts";

/**
 * A decision for a person; of a refusal, the first line says what is refused, and of `no-row` the others say,
 * row by row, which clauses failed and why.
 */
export function renderDecision(decision: Decision): string {
  switch (decision.kind) {
    case "stay":
      return `nothing is pending: stays at "${sanitizeText(decision.state)}"\n`;
    case "advance":
    case "squash":
      return sanitizeText(`${decision.from} → ${decision.to}\n`);
    case "refuse":
      return renderRefusal(decision);
  }
}

function renderRefusal(decision: Extract<Decision, { kind: "refuse" }>): string {
  switch (decision.reason) {
    case "out-of-turn":
      return sanitizeText(`"${decision.state}" waits for "${decision.awaited}", not for "${decision.actor}"\n`);
    case "by-row":
      return sanitizeText(
        `${decision.text.trim()}\n  refused at "${decision.state}" by the row "${decision.row.pattern.source}"\n`,
      );
    case "no-row":
      return decision.rows.length === 0
        ? `"${sanitizeText(decision.state)}" has no rows, so nothing may change there\n`
        : `no row of "${sanitizeText(decision.state)}" answers this turn\n${decision.rows.map(renderFailure).join("")}`;
  }
}

function renderFailure(result: RowResult): string {
  const failed = explainRow(result).filter((reason) => !reason.holds);
  return `  ${renderRow(result.row)}\n${failed.map(({ text }) => `    ${text}\n`).join("")}`;
}
