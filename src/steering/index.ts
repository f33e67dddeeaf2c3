import { checkQa } from "./check-qa.ts";
import { checkReview } from "./check-review.ts";
import { guardMode } from "./guard.ts";
import { readQaSignals } from "./qa-signals.ts";
import { readReviewSignals } from "./review-signals.ts";
import type { SteeringMode } from "./types.ts";
import { checkVerdict, readVerdictSignals } from "./verdict.ts";

/** The built-in modes by name (document 5); a declared mode lays its commands over them, operation by operation. */
export const STEERING_MODES: ReadonlyMap<string, SteeringMode> = new Map<string, SteeringMode>([
  ["qa", guardMode({ formats: true, validate: checkQa, signals: readQaSignals })],
  ["review", guardMode({ formats: true, validate: checkReview, signals: readReviewSignals })],
  ["verdict", guardMode({ formats: false, validate: checkVerdict, signals: readVerdictSignals })],
  ["prose", { formats: true }],
]);
