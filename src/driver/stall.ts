import type { Rest } from "../runtime/rest.ts";

/** How often one state may be met with one tree before a human has to look. */
const MEETINGS = 3;
/** How many turns in a row may change nothing at one state. */
const ATTEMPTS = 2;

/**
 * Whether the same state has been met with the same tree for the third time with no human turn between, attempts
 * aside. Read from the history, so that no restart hides it (docs/driver.md, "Stalls").
 */
export function meetsAgain({ position, project }: Rest): boolean {
  const last = position.process.findLast((turn) => !turn.attempt);
  if (last === undefined) return false;
  const human = position.process.findLastIndex(
    (turn) => project.workflow.states.get(turn.from)?.content.kind === "message",
  );
  const since = position.process.slice(human + 1).filter((turn) => !turn.attempt);
  return since.filter((turn) => turn.to === last.to && turn.commit.tree === last.commit.tree).length >= MEETINGS;
}

/** Whether the latest turns were attempts, as many in a row as are allowed. */
export function attemptsExhausted({ position }: Rest): boolean {
  const trailing = position.process.length - 1 - position.process.findLastIndex((turn) => !turn.attempt);
  return trailing >= ATTEMPTS;
}
