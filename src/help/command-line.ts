/** One word that a command takes. */
export interface ArgumentHelp {
  readonly name: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly description: string;
  readonly choices?: readonly string[];
}

export interface OptionHelp {
  /** As in `-f, --follow` or `--until <state>`. */
  readonly flags: string;
  readonly short?: string;
  readonly long: string;
  readonly description: string;
  /** Name of the value that it takes. */
  readonly value?: string;
  readonly choices?: readonly string[];
}

/** One command as its help tells it; the name of the program's own options is empty. */
export interface CommandHelp {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly ArgumentHelp[];
  readonly options: readonly OptionHelp[];
}

/** Where the words come from that may stand at a place. */
export type Words =
  | { readonly kind: "list"; readonly words: readonly string[] }
  /** Names that `gtd completion --list` prints. */
  | { readonly kind: "names"; readonly of: NameKind }
  | { readonly kind: "files" }
  | { readonly kind: "none" };

export const NAME_KINDS = ["states", "entries", "actors", "modes", "refs", "agents"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** By the name of an argument or of an option's value. */
const KINDS: Readonly<Record<string, Words>> = {
  state: { kind: "names", of: "states" },
  entry: { kind: "names", of: "entries" },
  actor: { kind: "names", of: "actors" },
  mode: { kind: "names", of: "modes" },
  ref: { kind: "names", of: "refs" },
  range: { kind: "names", of: "refs" },
  agent: { kind: "names", of: "agents" },
  file: { kind: "files" },
  files: { kind: "files" },
};

/** What may stand for an argument or an option's value. */
export function wordsFor(name: string, choices: readonly string[] | undefined): Words {
  if (choices !== undefined) return { kind: "list", words: choices };
  return KINDS[name] ?? { kind: "none" };
}
