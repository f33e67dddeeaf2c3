import type { FirstConfig } from "../config/first.ts";
import type { TestGuess } from "../config/guess.ts";
import type { Prompter } from "./prompter.ts";

export interface FirstGuesses {
  readonly tests: readonly TestGuess[];
  /** Built-in agents on PATH. */
  readonly found: readonly string[];
  readonly known: readonly string[];
  /** What was said on the command line is not asked. */
  readonly options: { readonly test?: string; readonly agent?: string };
}

const OTHER = "\0other";
const NONE = "\0none";

/** Asks for the test command and the agent of a first configuration; undefined when the person calls it off. */
export async function askFirstConfig(
  prompter: Prompter,
  { tests, found, known, options }: FirstGuesses,
): Promise<Pick<FirstConfig, "test" | "agent"> | undefined> {
  const test = options.test ?? (await askTest(prompter, tests));
  if (test === undefined) return undefined;
  const agent = options.agent ?? (await askAgent(prompter, found, known));
  if (agent === undefined) return undefined;
  return { test, ...(agent === NONE ? {} : { agent }) };
}

async function askTest(prompter: Prompter, tests: readonly TestGuess[]): Promise<string | TestGuess | undefined> {
  const question = "What tests the project? Its exit alone decides whether work holds.";
  const chosen =
    tests.length === 0
      ? OTHER
      : await prompter.select(question, [
          ...tests.map(({ command, file }) => ({ value: command, hint: file })),
          { value: OTHER, label: "another command" },
        ]);
  if (chosen !== OTHER) return chosen === undefined ? undefined : tests.find(({ command }) => command === chosen);
  return prompter.text(question, { placeholder: "npm test", fault: isEmpty("a command") });
}

async function askAgent(
  prompter: Prompter,
  found: readonly string[],
  known: readonly string[],
): Promise<string | undefined> {
  const chosen = await prompter.select(
    "Which agent takes the agent's turns?",
    [
      ...found.map((value) => ({ value, hint: "found on PATH" })),
      ...known.filter((value) => !found.includes(value)).map((value) => ({ value, hint: "not on PATH" })),
      { value: OTHER, label: "another command", hint: "reads its prompt from standard input" },
      { value: NONE, label: "none for now" },
    ],
    { initial: found[0] ?? NONE },
  );
  if (chosen !== OTHER) return chosen;
  return prompter.text("Which command? It reads its prompt from standard input.", {
    placeholder: "my-agent --stdin",
    fault: isEmpty("a command"),
  });
}

function isEmpty(what: string): (answer: string) => string | undefined {
  return (answer) => (answer.trim() === "" ? `say ${what}` : undefined);
}
