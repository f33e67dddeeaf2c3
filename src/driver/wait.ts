import { setTimeout as sleep } from "node:timers/promises";
import { EXIT, UserError } from "../errors.ts";

const FIRST = 30_000;
const LONGEST = 600_000;
/** Milliseconds that one loop waits at most, where `limits.wait` says nothing. */
export const DEFAULT_WAIT = 6 * 3_600_000;
/** Stated times in a row that are believed however short they are. */
const BELIEVED = 3;
const SHORTEST = 100;
/** How often a wait looks whether it was asked to stop. */
const LOOK = 250;

/** Thrown out of a turn when `gtd stop` asks for a halt while the loop waits. */
export class StopAsked extends Error {}

export interface Waiter {
  /** Waits after a transient failure: the stated time, else 30 s doubling to 10 min, with jitter. */
  readonly wait: (sentence: string, stated: number | undefined) => Promise<void>;
  /** An agent got through: the doubling begins anew. */
  readonly reset: () => void;
}

export interface WaiterOptions {
  /** Milliseconds in all (`limits.wait`). */
  readonly total: number | undefined;
  /** When the loop's time is up (`performance.now()`). */
  readonly deadline: number | undefined;
  readonly signal: AbortSignal;
  readonly stopAsked: () => boolean;
  readonly onWait: (wait: { readonly why: string; readonly milliseconds: number }) => void;
  /** Between 0 and 1. */
  readonly random?: () => number;
}

/** The waits of one loop. Throws `wait-limit` (exit 3) when they would be too long in all, `interrupted`, `StopAsked`. */
export function makeWaiter(options: WaiterOptions): Waiter {
  const total = options.total ?? DEFAULT_WAIT;
  let used = 0;
  let inRow = 0;
  return {
    reset: () => {
      inRow = 0;
    },
    wait: async (why, stated) => {
      inRow += 1;
      const milliseconds = planWait(inRow, stated, options.random ?? Math.random);
      if (used + milliseconds > total) throw waitLimit(why, used, total);
      if (options.deadline !== undefined && performance.now() + milliseconds > options.deadline) throw timeLimit(why);
      used += milliseconds;
      options.onWait({ why, milliseconds });
      const end = performance.now() + milliseconds;
      for (let left = milliseconds; left > 0; left = end - performance.now()) {
        if (options.stopAsked()) throw new StopAsked();
        await sleep(Math.min(left, LOOK), undefined, { signal: options.signal }).catch(() => {});
        if (options.signal.aborted) throw interrupted();
      }
    },
  };
}

/** Milliseconds of the n-th wait in a row (from 1); a vendor that states short times for ever is not believed for ever. */
export function planWait(inRow: number, stated: number | undefined, random: () => number): number {
  const turn = stated === undefined ? inRow : inRow - BELIEVED;
  const own = turn < 1 ? 0 : Math.min(LONGEST, FIRST * 2 ** (turn - 1));
  const jitter = 1 + random() * 0.1;
  if (stated === undefined) return Math.round(Math.min(LONGEST, own * jitter));
  return Math.round(Math.max(SHORTEST, stated, own) * jitter);
}

function waitLimit(why: string, used: number, total: number): UserError {
  return new UserError(`the agent asks to be waited for, and the limit on waiting is reached: ${why}`, {
    code: "wait-limit",
    exit: EXIT.limit,
    detail: `waited ${Math.round(used / 1000)} s of ${Math.round(total / 1000)} s`,
    next: ["gtd  # later, to go on", "limits.wait in .gtdrc.yaml sets the limit"],
  });
}

function timeLimit(why: string): UserError {
  return new UserError(`the agent asks to be waited for longer than this loop may take: ${why}`, {
    code: "time-limit",
    exit: EXIT.limit,
    next: ["gtd  # later, to go on"],
  });
}

function interrupted(): UserError {
  return new UserError("interrupted while waiting for the agent's provider", {
    code: "interrupted",
    exit: EXIT.interrupted,
    next: ["gtd  # to go on"],
  });
}
