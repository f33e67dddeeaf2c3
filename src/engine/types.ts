/** A pending path against HEAD, by content. A rename is a `D` and an `A`; a mode or type change is `M`. */
export interface Change {
  readonly status: Status;
  /** Relative to the repository root, `/` as separator, exact (never git's quoted form). */
  readonly path: string;
}

export type Status = "A" | "M" | "D";

/** Names of signals, without the `@`. Events come from a script's exit, conditions from a mode. */
export interface Signals {
  readonly events: readonly string[];
  readonly conditions: readonly string[];
}

/** The four events of a script's exit; exactly one is there in the step that follows a run. */
export const SCRIPT_EVENTS = ["passed", "failed", "missing", "timeout"] as const;
export type ScriptEvent = (typeof SCRIPT_EVENTS)[number];

/** A glob with its exclusions; holds for a path that matches `include` and none of `exclude`. */
export interface Globs {
  readonly include: string;
  readonly exclude: readonly string[];
}

/** One clause of a pattern (STATES.md, "Patterns"); `source` is its text as written. */
export type Clause =
  | { readonly kind: "clean"; readonly source: string }
  | {
      readonly kind: "change";
      readonly source: string;
      readonly only: boolean;
      readonly statuses: readonly Status[];
      readonly globs: Globs;
    }
  | { readonly kind: "tree"; readonly source: string; readonly exists: boolean; readonly globs: Globs }
  | { readonly kind: "signal"; readonly source: string; readonly name: string };

export interface Pattern {
  readonly source: string;
  readonly clauses: readonly Clause[];
}

export type Target = { readonly to: string } | { readonly refuse: string };

export interface Row {
  readonly pattern: Pattern;
  readonly target: Target;
  /** Short imperative for a human; the engine does not read it. */
  readonly action?: string;
  readonly describe?: string;
}

export interface Retry {
  readonly max: number;
  readonly otherwise: string;
  /** Entries are counted since the latest entry of any of these; empty means the whole process. */
  readonly since: readonly string[];
}

export type ContentKind = "prompt" | "script" | "message" | "commit";

export interface Content {
  readonly kind: ContentKind;
  /** An Eta template. */
  readonly template: string;
}

export type Permission = "read" | "edit" | "auto" | "full";

export interface State {
  readonly name: string;
  /** Absent exactly on a commit state. */
  readonly actor?: string;
  readonly content: Content;
  readonly rows: readonly Row[];
  readonly initial: boolean;
  readonly entry?: string;
  readonly retry?: Retry;
  /** Template of the steering file's path. */
  readonly file?: string;
  readonly mode?: string;
  /** Template of the path that takes a failing script's output. */
  readonly capture?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly permission?: Permission;
  readonly model?: string;
  readonly memory?: string;
  readonly label?: string;
  readonly window?: { readonly since?: string };
  /** Commit states: paths left out of the squashed tree. */
  readonly drop: readonly Globs[];
  readonly allowEmpty: boolean;
}

/** The shell commands of a declared mode: templates with `it.file`. */
export interface DeclaredMode {
  readonly format?: string;
  readonly validate?: string;
  readonly signals?: string;
}

/** A workflow bound to its variables: what the engine decides by. */
export interface Workflow {
  readonly name: string;
  /** In declaration order, whatever the names. */
  readonly states: ReadonlyMap<string, State>;
  readonly initial: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly modes: ReadonlyMap<string, DeclaredMode>;
  /** Hash of the compiled definition (`Gtd-Workflow`). */
  readonly hash: string;
  /** Hash of the effective vars and modes (`Gtd-Config`). */
  readonly configHash: string;
}

export interface DecideInput {
  readonly workflow: Workflow;
  /** The resting state's name; the caller guarantees that it exists and is no commit state. */
  readonly state: string;
  /** Who invokes the step. */
  readonly actor: string;
  readonly changes: readonly Change[];
  /** Every path of the tree as the turn would leave it; may be left out when `needsTree` says so. */
  readonly tree?: readonly string[];
  readonly signals: Signals;
  /** States entered in this process, oldest first, attempts left out. */
  readonly trace: readonly string[];
}

/** Why a clause holds or not. */
export interface ClauseResult {
  readonly clause: Clause;
  readonly holds: boolean;
  /** The path that decided it, where one did. */
  readonly path?: string;
}

/** How one row answered the turn. */
export interface RowResult {
  readonly row: Row;
  readonly holds: boolean;
  readonly clauses: readonly ClauseResult[];
  /** False when every clause holds but nothing happened that the row may answer to. */
  readonly answers: boolean;
}

/** One move of `retry`: `state` had been entered `entries` of `max` times, so `otherwise` is entered instead. */
export interface Redirect {
  readonly state: string;
  readonly entries: number;
  readonly max: number;
  readonly otherwise: string;
}

export type Decision =
  | {
      readonly kind: "refuse";
      readonly reason: "out-of-turn";
      readonly state: string;
      readonly actor: string;
      readonly awaited: string;
    }
  | { readonly kind: "refuse"; readonly reason: "no-row"; readonly state: string; readonly rows: readonly RowResult[] }
  | {
      readonly kind: "refuse";
      readonly reason: "by-row";
      readonly state: string;
      readonly row: Row;
      readonly text: string;
    }
  | { readonly kind: "stay"; readonly state: string }
  | {
      readonly kind: "advance";
      readonly from: string;
      readonly to: string;
      readonly row: Row;
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: "squash";
      readonly from: string;
      readonly to: string;
      readonly row: Row;
      readonly redirects: readonly Redirect[];
    };

/** A commit as read from git: what resolution needs, and no more. */
export interface Commit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly tree: string;
  /** Whole raw message, subject first. */
  readonly message: string;
  readonly committer: { readonly name: string; readonly email: string };
  /** Committer time, seconds since the epoch. */
  readonly time: number;
}

/** A commit whose subject is a turn of the workflow. */
export interface Turn {
  readonly commit: Commit;
  readonly actor: string;
  readonly from: string;
  readonly to: string;
  readonly attempt: boolean;
  readonly trailers: ReadonlyMap<string, readonly string[]>;
}

/** Where the process stands, read off the first parents of the tip. */
export interface Resolution {
  readonly state: string;
  /** Turns of the present process, oldest first, attempts included. */
  readonly process: readonly Turn[];
  /** The boundary commit below the process (its start parent); null when the process began at the root or the history is empty. */
  readonly start: string | null;
  /** Commits that are no turns above an unfinished turn, newest first. */
  readonly foreign: readonly Commit[];
  /** A state that HEAD's turn names and the workflow does not have. */
  readonly unknownState?: string;
  /** States entered in this process, oldest first, attempts left out. */
  readonly trace: readonly string[];
}
