import type { ScriptEvent } from "./types.ts";

/** The event that a script's exit stands for (STATES.md, "Signals"). */
export function eventOf(exit: number | "timeout"): ScriptEvent {
  if (exit === "timeout") return "timeout";
  if (exit === 0) return "passed";
  return exit === 126 || exit === 127 ? "missing" : "failed";
}
