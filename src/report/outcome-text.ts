import { renderPath } from "./sanitize.ts";
import { restingState, type Outcome } from "./outcome.ts";

/** The document of `gtd step --json`: `{state, subject, from?, to?, cost?, model?}`. */
export function outcomeJson(outcome: Outcome, figures: { readonly cost?: number; readonly model?: string }) {
  const moved = "from" in outcome ? { from: outcome.from, to: outcome.decision.to } : foreseen(outcome);
  return { state: restingState(outcome), subject: subjectOf(outcome), ...moved, ...figures };
}

/** Of a dry run: where the step would lead. */
function foreseen(outcome: Outcome) {
  if (outcome.kind !== "foreseen" || !("to" in outcome.decision)) return {};
  return { from: outcome.state, to: outcome.decision.to };
}

function subjectOf(outcome: Outcome): string | null {
  return "subject" in outcome ? outcome.subject : null;
}

/** What a step did, in a line or two for a person. Refusals are not told here: they are errors. */
export function renderOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "advanced":
      return `${outcome.subject}${redirected(outcome.decision.redirects)}\n`;
    case "attempt":
      return `${outcome.subject}: nothing changed, an attempt is recorded\n`;
    case "returned":
      return `${outcome.from} → ${outcome.to}: nothing changed since the start, so no trace is left\n`;
    case "squashed":
      return renderSquash(outcome);
    case "stayed":
      return stayed(outcome.state);
    case "foreseen":
      return renderForeseen(outcome.decision);
    default:
      return "";
  }
}

function stayed(state: string): string {
  return `nothing is pending: stays at "${state}"\nnext: gtd next\n`;
}

function redirected(
  redirects: readonly {
    readonly state: string;
    readonly entries: number;
    readonly max: number;
    readonly otherwise: string;
  }[],
): string {
  return redirects
    .map(
      (one) =>
        `\n  "${one.state}" was entered ${one.entries} of ${one.max} times, so "${one.otherwise}" is entered instead`,
    )
    .join("");
}

function renderSquash(outcome: Extract<Outcome, { kind: "squashed" }>): string {
  const head = outcome.subject === null ? "nothing was left to commit: HEAD is back at the start" : outcome.subject;
  const left =
    outcome.left.length === 0 ? "" : `left pending:\n${outcome.left.map((path) => `  ${renderPath(path)}\n`).join("")}`;
  return `${head}\n${left}the turns are kept: gtd restore brings them back\n`;
}

function renderForeseen(decision: Extract<Outcome, { kind: "foreseen" }>["decision"]): string {
  if (decision.kind === "stay") return stayed(decision.state);
  if (decision.kind === "refuse") return "";
  const verb = decision.kind === "squash" ? "would squash into" : "would lead to";
  return `${decision.row.pattern.source}: ${verb} "${decision.to}"${redirected(decision.redirects)}\n`;
}
