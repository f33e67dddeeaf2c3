import type { Turn } from "../engine/types.ts";

/** The latest turn of a process that entered a state, attempts left out. */
export function latestTurnInto(process: readonly Turn[], state: string): Turn | undefined {
  return process.findLast((turn) => turn.to === state && !turn.attempt);
}
