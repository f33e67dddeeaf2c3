import type { Command, CommanderError } from "commander";
import { EXIT, UserError } from "../errors.ts";
import { nextName, suggestName } from "../report/suggest.ts";

/** What commander found, in our words, with the help of the command that was meant. */
export function usageError(error: CommanderError, argv: readonly string[], program: Command): UserError {
  const known = listCommands(program);
  const words = argv.filter((word) => !word.startsWith("-"));
  const [named] = words;
  const asked = error.code === "commander.help" && named === "help" ? words[1] : undefined;
  // A word that names no command reaches the loop, which takes none: commander calls it a surplus argument.
  const surplus = error.code === "commander.excessArguments" && named !== undefined && !known.includes(named);
  if (asked !== undefined) return unknownCommand(asked, known);
  if (surplus) return unknownCommand(named, known);
  return new UserError(reword(error.message), {
    code: "usage",
    exit: EXIT.usage,
    next: [named !== undefined && known.includes(named) ? `gtd ${named} --help` : "gtd --help"],
  });
}

/** The word that was to be a command, where commander shows the help of the program instead of saying that it is none. */
export function findUnknown(argv: readonly string[], program: Command): UserError | undefined {
  const [named] = argv;
  if (named === undefined || named.startsWith("-")) return undefined;
  const known = listCommands(program);
  return known.includes(named) ? undefined : unknownCommand(named, known);
}

function listCommands(program: Command): readonly string[] {
  const commands = program.createHelp().visibleCommands(program);
  return commands.map((one) => one.name());
}

function unknownCommand(named: string, known: readonly string[]): UserError {
  return new UserError(`unknown command "${named}"`, {
    code: "usage",
    exit: EXIT.usage,
    next: [...nextName(named, known, "gtd"), "gtd --help"],
  });
}

type Reword = readonly [pattern: RegExp, sentence: (...parts: string[]) => string];

/** commander's sentences, and ours. */
const SENTENCES: readonly Reword[] = [
  [
    /^unknown option "(.*?)"(?:\n\(Did you mean (?:one of )?(.*?)(?:, .*)?\?\))?$/,
    (option = "", close) => `unknown option "${option}"${meant(close)}`,
  ],
  [
    /^too many arguments for "(.*?)"\. Expected (\d+) arguments? but got (\d+)/,
    (command = "", takes = "", given = "") =>
      `"gtd ${command}" takes ${takes === "0" ? "no argument" : takes === "1" ? "one argument" : `${takes} arguments`}, and ${given} ${given === "1" ? "was" : "were"} given`,
  ],
  [
    /^(?:option|command-argument)(?: value)? "(?:(--?.*?)" argument "(.*?)" is invalid|(.*?)" is invalid for argument "(.*?)")\. (.*)$/s,
    (option, value, word, argument, why = "") => {
      const found = value ?? word ?? "";
      const choices = /^Allowed choices are (.*?)\.?$/.exec(why)?.[1]?.split(", ");
      const allowed = choices === undefined ? why.replace(/\.$/, "") : `allowed: ${choices.join(", ")}`;
      const close = choices === undefined ? undefined : suggestName(found, choices);
      return `"${found}" is not allowed for "${option ?? argument ?? ""}": ${allowed}${meant(close)}`;
    },
  ],
  [/^missing required argument "(.*?)"$/, (argument = "") => `the argument "${argument}" is missing`],
  [/^option "(.*?)" argument missing$/, (option = "") => `the value of "${option}" is missing`],
];

function reword(message: string): string {
  const text = message.replace(/^error: /, "").replaceAll("'", '"');
  for (const [pattern, sentence] of SENTENCES) {
    const match = pattern.exec(text);
    if (match !== null) return sentence(...match.slice(1));
  }
  return text;
}

function meant(close: string | undefined): string {
  return close === undefined ? "" : `; did you mean "${close}"?`;
}
