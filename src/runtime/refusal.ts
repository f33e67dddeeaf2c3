import { EXIT, UserError } from "../errors.ts";
import { renderDecision } from "../report/decision.ts";
import { renderFindings } from "../report/findings.ts";
import type { Outcome } from "../report/outcome.ts";

type Refusal = Extract<Outcome, { kind: "refused" | "declined" | "invalid" }>;

/** A refused step as the error that a command ends with, exit 1. */
export function refusalError(outcome: Refusal): UserError {
  switch (outcome.kind) {
    case "declined":
      return new UserError(outcome.text, { code: outcome.code, exit: EXIT.refused, next: outcome.next });
    case "invalid":
      return new UserError(`"${outcome.path}" is not valid, so the turn is refused`, {
        code: "invalid-steering-file",
        exit: EXIT.refused,
        detail: renderFindings(outcome.findings, () => outcome.text, { color: false }).trimEnd(),
        next: ["gtd validate  # until it passes"],
      });
    case "refused":
      return decisionError(outcome);
  }
}

function decisionError({ decision, state }: Extract<Refusal, { kind: "refused" }>): UserError {
  const text = renderDecision(decision);
  const [message = "", ...rest] = text.trimEnd().split("\n");
  const next =
    decision.reason === "out-of-turn"
      ? ["gtd next", `gtd step ${decision.awaited}`]
      : ["gtd explain  # shows each row and why it does not hold", "gtd next  # shows what is awaited"];
  return new UserError(message, {
    code: decision.reason,
    exit: EXIT.refused,
    ...(rest.length === 0 ? {} : { detail: rest.join("\n") }),
    next: decision.reason === "by-row" ? [`gtd next  # shows what "${state}" awaits`] : next,
  });
}
