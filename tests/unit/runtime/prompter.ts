import type { Prompter } from "../../../src/runtime/prompter.ts";

export interface Asked {
  readonly question: string;
  /** Labels, in order. */
  readonly choices?: readonly string[];
  readonly fault?: (answer: string) => string | undefined;
}

/** A person who gives these answers: a label of a choice, or a text; undefined calls it off. */
export function answerWith(answers: readonly (string | undefined)[]): Prompter & {
  readonly asked: readonly Asked[];
  readonly said: readonly string[];
} {
  const rest = [...answers];
  const asked: Asked[] = [];
  const said: string[] = [];
  return {
    asked,
    said,
    async select(question, choices) {
      asked.push({ question, choices: choices.map(({ value, label }) => label ?? value) });
      const answer = rest.shift();
      if (answer === undefined) return undefined;
      const chosen = choices.find(({ value, label }) => (label ?? value) === answer);
      if (chosen === undefined) throw new Error(`"${answer}" is no choice of: ${question}`);
      return chosen.value;
    },
    async text(question, { fault } = {}) {
      asked.push({ question, ...(fault === undefined ? {} : { fault }) });
      return rest.shift();
    },
    say: (text) => void said.push(text),
    show: (lines) => void said.push(...lines.map(({ text }) => `${text}\n`)),
  };
}
