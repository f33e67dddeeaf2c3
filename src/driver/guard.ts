import type { Resolution, Turn, Workflow } from "../engine/types.ts";
import { renderCount } from "../report/plural.ts";

/** How often one state may be met with one tree before a human has to look. */
const MEETINGS = 3;
/** How many turns in a row may change nothing at one state. */
const ATTEMPTS = 2;

/** What bounds one loop; absent figures do not bound. */
export interface Budget {
  /** Turns of this loop. */
  readonly turns: number;
  /** Turns since a human acted, whatever loop took them; absent when a human granted more. */
  readonly sinceHuman?: number;
  /** In the unit that the agents report. */
  readonly cost?: number;
  readonly minutes?: number;
}

/** What a loop has used up. */
export interface Spent {
  readonly turns: number;
  readonly cost: number;
  readonly minutes: number;
}

type Position = Pick<Resolution, "process">;

/**
 * Whether the same state has been met with the same tree for the third time with no human turn between, attempts
 * aside. Read from the history, so that no restart hides it (docs/driver.md, "When it stops").
 */
export function meetsAgain(workflow: Workflow, position: Position): boolean {
  const since = turnsSinceHuman(workflow, position).filter((turn) => !turn.attempt);
  const last = since.at(-1);
  if (last === undefined) return false;
  return since.filter((turn) => turn.to === last.to && turn.commit.tree === last.commit.tree).length >= MEETINGS;
}

/** Whether the latest turns were attempts, as many in a row as are allowed. */
export function attemptsExhausted({ process }: Position): boolean {
  return process.length - 1 - process.findLastIndex((turn) => !turn.attempt) >= ATTEMPTS;
}

/** A limit that is reached, in words, and the command that grants as much again. */
export interface Reached {
  readonly what: string;
  readonly command: string;
}

/** The limit that is reached; undefined while there is room for a turn. */
export function limitReached(
  workflow: Workflow,
  position: Position,
  budget: Budget,
  spent: Spent,
): Reached | undefined {
  const { turns, cost, minutes, sinceHuman } = budget;
  if (spent.turns >= turns)
    return { what: `the limit of ${renderCount(turns, "turn")} is reached`, command: `gtd loop --max-turns ${turns}` };
  if (cost !== undefined && spent.cost >= cost)
    return { what: `the limit of ${cost} in cost is reached`, command: `gtd loop --max-cost ${cost}` };
  if (minutes !== undefined && spent.minutes >= minutes)
    return {
      what: `the limit of ${renderCount(minutes, "minute")} is reached`,
      command: `gtd loop --max-minutes ${minutes}`,
    };
  const taken = turnsSinceHuman(workflow, position).length;
  if (sinceHuman !== undefined && taken >= sinceHuman)
    return {
      what: `${taken} turns were taken since a human acted, and the limit is ${sinceHuman}`,
      command: `gtd loop --max-turns ${turns}`,
    };
  return undefined;
}

/** Turns after the last one that was taken at a message: only a human acts there. */
function turnsSinceHuman(workflow: Workflow, { process }: Position): readonly Turn[] {
  const human = process.findLastIndex((turn) => workflow.states.get(turn.from)?.content.kind === "message");
  return process.slice(human + 1);
}
