import { wordsFor, type ArgumentHelp, type CommandHelp, type OptionHelp, type Words } from "./command-line.ts";

/** Completion for zsh, by `_arguments`. */
export function renderZsh(commands: readonly CommandHelp[]): string {
  const root = commands.find(({ name }) => name === "");
  const rest = commands.filter(({ name }) => name !== "");
  const described = rest.map(({ name, description }) => `    ${quote(`${name}:${description}`)}\n`);
  return `#compdef gtd
# zsh completion for gtd: gtd completion zsh > "\${fpath[1]}/_gtd"
_gtd_names() {
  local -a names=(\${(f)"$(gtd completion --list $1 2>/dev/null)"})
  compadd -a names
}
_gtd_commands() {
  local -a commands=(
${described.join("")}  )
  _describe -t commands command commands
}
_gtd() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C \\
${(root?.options ?? []).map((option) => `    ${spec(option)} \\\n`).join("")}    '1: :_gtd_commands' \\
    '*:: :->rest'
  [[ $state == rest ]] || return
  case $words[1] in
${rest.map(renderCommand).join("")}  esac
}
if [[ \${funcstack[1]} == _gtd ]]; then _gtd "$@"; else compdef _gtd gtd; fi
`;
}

function renderCommand(command: CommandHelp): string {
  const specs = [...command.options.map(spec), ...command.arguments.map(place)];
  return `    ${command.name})\n      _arguments ${specs.map((one) => `\\\n        ${one} `).join("")}\n      ;;\n`;
}

function spec({ short, long, description, value, choices }: OptionHelp): string {
  const text = `[${escape(description)}]${value === undefined ? "" : `:${value}:${action(wordsFor(value, choices))}`}`;
  return short === undefined
    ? quote(`${long}${text}`)
    : `${quote(`(${short} ${long})`)}{${short},${long}}${quote(text)}`;
}

function place({ name, required, variadic, choices }: ArgumentHelp): string {
  return quote(
    `${variadic ? "*" : ""}:${required ? "" : ":"}${name}:${action(wordsFor(name, choices))}`.replace("**", "*"),
  );
}

function action(words: Words): string {
  switch (words.kind) {
    case "files":
      return "_files";
    case "names":
      return `{_gtd_names ${words.of}}`;
    case "list":
      return `(${words.words.join(" ")})`;
    case "none":
      return " ";
  }
}

/** Brackets and colons end a description. */
function escape(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, (char) => `\\${char}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
