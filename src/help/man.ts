import type { CommandHelp, OptionHelp } from "./command-line.ts";

export interface Manual {
  readonly version: string;
  readonly description: string;
  readonly commands: readonly CommandHelp[];
  /** Exit codes with their meaning. */
  readonly exits: readonly (readonly [code: number, meaning: string])[];
  /** Variables of the environment with their meaning. */
  readonly environment: readonly (readonly [name: string, meaning: string])[];
  readonly files: readonly (readonly [path: string, meaning: string])[];
}

/** A page for man(1), section 1, in the macros of man(7). */
export function renderMan({ version, description, commands, exits, environment, files }: Manual): string {
  const root = commands.find(({ name }) => name === "");
  const rest = commands.filter(({ name }) => name !== "");
  return [
    `.TH GTD 1 "" "gtd ${escape(version)}" "User Commands"`,
    ".SH NAME",
    `gtd \\- ${escape(description)}`,
    ".SH SYNOPSIS",
    ".B gtd",
    "[\\fIcommand\\fR] [\\fIoptions\\fR]",
    ".SH DESCRIPTION",
    "Without a command, gtd drives the workflow of the repository until a human is needed or it is settled. A workflow",
    "is a YAML file of named states, each waiting for a human, an agent or a check; every turn is one commit, and the",
    "position is read from the history.",
    ".SH OPTIONS",
    ...(root?.options ?? []).flatMap(renderOption),
    ".SH COMMANDS",
    ...rest.flatMap(renderCommand),
    ".SH EXIT STATUS",
    ...exits.flatMap(([code, meaning]) => [".TP", `.B ${code}`, escape(meaning)]),
    ".SH ENVIRONMENT",
    ...environment.flatMap(([name, meaning]) => [".TP", `.B ${escape(name)}`, escape(meaning)]),
    ".SH FILES",
    ...files.flatMap(([path, meaning]) => [".TP", `.I ${escape(path)}`, escape(meaning)]),
    "",
  ].join("\n");
}

function renderCommand({ name, description, arguments: takes, options }: CommandHelp): readonly string[] {
  const usage = takes.map(({ name: word, required, variadic }) => {
    const shown = `${word}${variadic ? "..." : ""}`;
    return required ? `<${shown}>` : `[${shown}]`;
  });
  return [
    `.SS "gtd ${escape([name, ...usage].join(" "))}"`,
    escape(description),
    ...takes.flatMap((one) =>
      one.description === "" ? [] : [".TP", `.I ${escape(one.name)}`, escape(one.description)],
    ),
    ...options.flatMap(renderOption),
  ];
}

function renderOption({ flags, description, choices }: OptionHelp): readonly string[] {
  const allowed = choices === undefined ? "" : ` (${choices.join(", ")})`;
  return [".TP", `.B ${escape(flags)}`, escape(`${description}${allowed}`)];
}

/** Backslashes, dashes that are to be pasted, and what would be a request at the beginning of a line. */
function escape(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq").replace(/^\./, "\\&.");
}
