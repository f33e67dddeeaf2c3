import type { ContentKind, Status } from "../engine/types.ts";
import type { Edge } from "./edges.ts";

/** The document of `gtd status --json`. */
export interface StatusReport {
  readonly state: string;
  readonly actor: string;
  /** What the state carries. */
  readonly kind: ContentKind;
  readonly label?: string;
  /** `pattern` is the first row that the change alone satisfies. */
  readonly changes: readonly { readonly status: Status; readonly path: string; readonly pattern: string | null }[];
  readonly signals: readonly string[];
  /** The row that a step would fire; null when it would stay or find none. */
  readonly next: Edge | null;
  readonly model?: string;
  readonly memory?: string;
  readonly file?: string;
  readonly mode?: string;
  readonly cost?: number;
  readonly costByModel?: readonly { readonly model: string; readonly cost: number }[];
  readonly edges?: readonly Edge[];
  /** The review window, while it is open; `branch` is empty when HEAD was detached before. */
  readonly window?: {
    readonly base: string;
    readonly branch: string;
    readonly tip: string;
    /** `git stash` took a part of the review out of the working tree. */
    readonly stashed?: true;
  };
  /** Branch and tip of a window that was left by a checkout, without closing it. */
  readonly left?: { readonly branch: string; readonly tip: string };
  /** Commits that are no turns on top of the unfinished turn. */
  readonly foreign?: number;
  /** The same, newest first. */
  readonly foreignCommits?: readonly { readonly commit: string; readonly subject: string }[];
  /** A state that HEAD's turn names and the workflow no longer has. */
  readonly unknownState?: string;
  /** An interrupted command is finished by the next one that changes anything. */
  readonly journal?: true;
}
