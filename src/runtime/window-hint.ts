import type { Rest } from "./rest.ts";

/** A line for a person at rest where the review window belongs open and is closed, as after `gtd undo`; else nothing. */
export function windowHint({ state, snapshot }: Rest): string {
  return state.window === undefined || snapshot.window !== undefined
    ? ""
    : "the review window is closed: gtd window open shows the whole diff\n";
}
