import { wordsFor, type CommandHelp, type OptionHelp, type Words } from "./command-line.ts";

/** Completion for bash 3.2 and newer; needs nothing but bash itself. */
export function renderBash(commands: readonly CommandHelp[]): string {
  const [root, ...rest] = splitRoot(commands);
  return `# bash completion for gtd: source <(gtd completion bash)
_gtd() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' options='' words='' i at=0
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i-1]} in ${pattern(valued(root.options))}) continue ;; esac
    case \${COMP_WORDS[i]} in
      -*) ;;
      *) if [[ -z $command ]]; then command=\${COMP_WORDS[i]}; else at=$((at + 1)); fi ;;
    esac
  done
  case $command in
${rest.map((command) => renderCommand(command.name, command)).join("")}${renderCommand(
    "''",
    root,
    rest.map(({ name }) => name),
  )}  esac
  if [[ $cur == -* ]]; then words=$options; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
_gtd_names() { gtd completion --list "$1" 2>/dev/null; }
_gtd_files() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$1")); }
complete -F _gtd gtd
`;
}

function splitRoot(commands: readonly CommandHelp[]): readonly [CommandHelp, ...CommandHelp[]] {
  const root = commands.find(({ name }) => name === "") ?? { name: "", description: "", arguments: [], options: [] };
  return [root, ...commands.filter(({ name }) => name !== "")];
}

function renderCommand(pattern: string, command: CommandHelp, words: readonly string[] = []): string {
  const values = command.options.flatMap((option) =>
    option.value === undefined
      ? []
      : [`        ${option.long}) ${answer(wordsFor(option.value, option.choices))} ;;\n`],
  );
  const prev = values.length === 0 ? "" : `      case $prev in\n${values.join("")}      esac\n`;
  const flags = command.options.flatMap(({ short, long }) => [...(short === undefined ? [] : [short]), long]);
  return `    ${pattern})\n${prev}      options='${flags.join(" ")}'\n${words.length > 0 ? `      words='${words.join(" ")}'\n` : places(command)}      ;;\n`;
}

/** What may stand for each argument, by how many stand there already. */
function places(command: CommandHelp): string {
  const cases = command.arguments.flatMap(({ name, choices, variadic }, at) => {
    const words = wordsFor(name, choices);
    return words.kind === "none" ? [] : [`        ${variadic ? "*" : at}) ${fill(words)} ;;\n`];
  });
  return cases.length === 0 ? "" : `      [[ $cur == -* ]] || case $at in\n${cases.join("")}      esac\n`;
}

/** Statements that answer at once. */
function answer(words: Words): string {
  switch (words.kind) {
    case "files":
      return `_gtd_files "$cur"; return`;
    case "none":
      return "return";
    default:
      return `COMPREPLY=($(compgen -W "${text(words)}" -- "$cur")); return`;
  }
}

/** A statement that sets what may stand here. */
function fill(words: Words): string {
  return words.kind === "files" ? `_gtd_files "$cur"; return` : `words="${text(words)}"`;
}

function text(words: Words): string {
  if (words.kind === "names") return `$(_gtd_names ${words.of})`;
  return words.kind === "list" ? words.words.join(" ") : "";
}

function valued(options: readonly OptionHelp[]): readonly string[] {
  return options.flatMap(({ long, value }) => (value === undefined ? [] : [long]));
}

function pattern(words: readonly string[]): string {
  return words.length === 0 ? "''" : words.join("|");
}
