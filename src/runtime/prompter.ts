import type { DiffLine } from "../report/hunk.ts";

/** One answer that may be chosen. */
export interface Choice {
  readonly value: string;
  /** What is shown; the value where it is absent. */
  readonly label?: string;
  readonly hint?: string;
}

/** Asks a person at a terminal. Every answer is undefined when the person calls it off (Ctrl-C, Escape). */
export interface Prompter {
  readonly select: (
    question: string,
    choices: readonly Choice[],
    options?: { readonly initial?: string },
  ) => Promise<string | undefined>;
  readonly text: (
    question: string,
    options?: {
      readonly initial?: string;
      readonly placeholder?: string;
      /** Why an answer cannot be taken. */
      readonly fault?: (answer: string) => string | undefined;
    },
  ) => Promise<string | undefined>;
  /** Shows a text between two questions. */
  readonly say: (text: string) => void;
  /** Shows a part of a diff, coloured where the terminal is. */
  readonly show: (lines: readonly DiffLine[]) => void;
}
