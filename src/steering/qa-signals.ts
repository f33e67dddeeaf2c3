import { parseQa } from "./qa.ts";
import type { Question } from "./qa.ts";
import type { SignalInput } from "./types.ts";

/** `settled`, or `open` with exactly one of `ambiguous`, `answered`, `unanswered` (document 2.4). */
export function readQaSignals({ after }: SignalInput): readonly string[] {
  if (after === undefined) return [];
  const open = parseQa(after).questions.filter(({ state }) => state === "open");
  if (open.length === 0) return ["settled"];
  if (open.some(isAmbiguous)) return ["open", "ambiguous"];
  return ["open", open.every(isDecided) ? "answered" : "unanswered"];
}

/** Two ticks, or a ticked slot that nobody filled in. */
export function isAmbiguous({ options }: Question): boolean {
  const ticked = options.filter((option) => option.ticked);
  return ticked.length > 1 || ticked.some(({ isSlot }) => isSlot);
}

/** Exactly one ticked option, with text if it is the slot. */
export function isDecided(question: Question): boolean {
  return !isAmbiguous(question) && question.options.some(({ ticked }) => ticked);
}
