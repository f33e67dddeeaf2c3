import { wordsFor, type CommandHelp, type OptionHelp, type Words } from "./command-line.ts";

/** Completion for fish. */
export function renderFish(commands: readonly CommandHelp[]): string {
  const root = commands.find(({ name }) => name === "");
  const rest = commands.filter(({ name }) => name !== "");
  const lines = [
    ...(root?.options ?? []).map((option) => renderOption("__fish_use_subcommand", option)),
    ...rest.map(
      ({ name, description }) => `complete -c gtd -n __fish_use_subcommand -a ${name} -d ${quote(description)}`,
    ),
    ...rest.flatMap(renderCommand),
  ];
  return `# fish completion for gtd: gtd completion fish > ~/.config/fish/completions/gtd.fish
function __gtd_names
  gtd completion --list $argv[1] 2>/dev/null
end
complete -c gtd -f
${lines.join("\n")}
`;
}

function renderCommand(command: CommandHelp): readonly string[] {
  const seen = `__fish_seen_subcommand_from ${command.name}`;
  const places = command.arguments.flatMap(({ name, choices }) => {
    const words = wordsFor(name, choices);
    if (words.kind === "none") return [];
    return [`complete -c gtd -n ${quote(seen)} ${words.kind === "files" ? "-F" : `-a ${list(words)}`}`];
  });
  return [...command.options.map((option) => renderOption(quote(seen), option)), ...places];
}

function renderOption(condition: string, { short, long, description, value, choices }: OptionHelp): string {
  const names = [...(short === undefined ? [] : [`-s ${short.slice(1)}`]), `-l ${long.slice(2)}`];
  const words = value === undefined ? undefined : wordsFor(value, choices);
  const takes =
    words === undefined
      ? []
      : words.kind === "files"
        ? ["-r -F"]
        : words.kind === "none"
          ? ["-x"]
          : [`-x -a ${list(words)}`];
  return ["complete -c gtd -n", condition, ...names, ...takes, "-d", quote(description)].join(" ");
}

function list(words: Extract<Words, { kind: "list" | "names" }>): string {
  return quote(words.kind === "names" ? `(__gtd_names ${words.of})` : words.words.join(" "));
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
