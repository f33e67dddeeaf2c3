import type { Command } from "commander";
import { amount, nonBlank, wholeNumber } from "./values.ts";

// Options that several commands take.

/** Lets through what a capture takes for an accident. */
export function accidents(command: Command): Command {
  return command
    .option("--allow-large", "take new files over limits.file")
    .option("--allow-link", "take new links that leave the repository");
}

/** What drives the loop, and when it stops. */
export function loopOptions(command: Command): Command {
  return accidents(command)
    .option("--once", "do exactly one beat")
    .option("--until <state>", "stop when this state is reached")
    .option("--max-turns <n>", "stop after so many turns", wholeNumber)
    .option("--max-cost <n>", "stop when the agents have cost so much", amount)
    .option("--max-minutes <n>", "stop after so many minutes", amount)
    .option("--continue", "pass a clean human gate that allows it, and grant the limit on turns anew")
    .option("--edit", "open the file of a human gate in $VISUAL or $EDITOR, and go on when it closes")
    .option("--agent <agent>", "use this agent for this run: a built-in one by its name, or a shell command", nonBlank)
    .option("--exit-code", "end with 10 at a human gate, with 0 when settled")
    .option("--dry-run", "print what the next beat would run");
}
