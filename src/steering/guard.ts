import { runWithin, TimeUp } from "../bound.ts";
import { findDepth } from "./depth.ts";
import { toFindings } from "./fault.ts";
import type { SteeringMode } from "./types.ts";

/** Milliseconds that reading a file may take; ordinary text is read at some hundred kilobytes a second. */
const LIMIT = 20_000;
const START = { line: 1, column: 1 };

/** A mode for files that an agent wrote, and may have made so that they take hours to read: those get one finding and no signals. */
export function guardMode(mode: SteeringMode, limit = LIMIT): SteeringMode {
  const { validate, signals } = mode;
  return {
    ...mode,
    ...(validate === undefined
      ? {}
      : {
          validate: (input) => {
            const deep = findDepth(input.text);
            if (deep !== undefined) return toFindings(input.path, [deep]);
            return within(limit, () => validate(input)) ?? toFindings(input.path, [tooSlow(limit)]);
          },
        }),
    ...(signals === undefined ? {} : { signals: (input) => within(limit, () => signals(input)) ?? [] }),
  };
}

function within<T>(limit: number, run: () => T): T | undefined {
  try {
    return runWithin(limit, run);
  } catch (error) {
    if (error instanceof TimeUp) return undefined;
    throw error;
  }
}

function tooSlow(limit: number) {
  return {
    code: "too-slow-to-read",
    message: `it cannot be read as markdown within ${limit / 1000} s`,
    range: { start: START, end: START },
    hint: "shorten it, and leave out long runs of brackets, stars, pipes or angles",
  };
}
