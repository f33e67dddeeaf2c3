import type { Decision } from "../engine/types.ts";
import type { Finding } from "../finding.ts";

/** What became of a step. A refusal changes nothing but the formatting of the pending steering file. */
export type Outcome =
  | { readonly kind: "refused"; readonly state: string; readonly decision: Extract<Decision, { kind: "refuse" }> }
  /** A refusal that no row speaks of: `code` is listed in docs/errors.md. */
  | {
      readonly kind: "declined";
      readonly state: string;
      readonly code: string;
      readonly text: string;
      readonly next: readonly string[];
    }
  | {
      readonly kind: "invalid";
      readonly state: string;
      readonly path: string;
      readonly text: string;
      readonly findings: readonly Finding[];
    }
  | { readonly kind: "stayed"; readonly state: string }
  | { readonly kind: "attempt"; readonly state: string; readonly subject: string; readonly commit: string }
  | {
      readonly kind: "advanced";
      readonly from: string;
      readonly to: string;
      readonly subject: string;
      readonly commit: string;
      readonly decision: Advance;
      readonly files: number;
    }
  /** Back at the initial state without a trace. */
  | { readonly kind: "returned"; readonly from: string; readonly to: string; readonly decision: Advance }
  /** One commit made of the process; `subject` is null when there was nothing to commit, `history` the kept tip, `left` what stays pending. */
  | {
      readonly kind: "squashed";
      readonly from: string;
      readonly to: string;
      readonly subject: string | null;
      readonly history: string;
      readonly left: readonly string[];
      readonly decision: Advance;
    }
  /** `--dry-run`: what a step would do. */
  | { readonly kind: "foreseen"; readonly state: string; readonly decision: Decision };

export type Advance = Extract<Decision, { kind: "advance" | "squash" }>;

/** The state in which the process rests after an outcome. */
export function restingState(outcome: Outcome): string {
  switch (outcome.kind) {
    case "advanced":
    case "returned":
    case "squashed":
      return outcome.to;
    default:
      return outcome.state;
  }
}

/** Whether the step was refused, for whatever reason. */
export function isRefusal(outcome: Outcome): outcome is Extract<Outcome, { kind: "refused" | "declined" | "invalid" }> {
  return outcome.kind === "refused" || outcome.kind === "declined" || outcome.kind === "invalid";
}
