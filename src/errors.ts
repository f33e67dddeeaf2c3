/** Exit codes of the command line (docs/cli.md, "Exit codes"). */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  limit: 3,
  stalled: 4,
  agent: 5,
  unfit: 6,
  config: 7,
  /** `gtd loop --exit-code` at a human gate. */
  gate: 10,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface UserErrorOptions {
  /** Kebab-case name of the fault, listed in docs/errors.md. */
  readonly code: string;
  readonly exit: ExitCode;
  /** Further lines: output of a tool, a list of paths. */
  readonly detail?: string;
  /** What to do next: commands or sentences, one a line, printed last. */
  readonly next?: readonly string[];
  readonly cause?: unknown;
}

/** A fault of the environment or of the call, fit to be shown to a person. Any other throw is a bug. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: string;
  readonly exit: ExitCode;
  readonly detail: string | undefined;
  readonly next: readonly string[];

  constructor(message: string, options: UserErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.exit = options.exit;
    this.detail = options.detail;
    this.next = options.next ?? [];
  }
}
