import type { Change } from "../engine/types.ts";
import type { Finding } from "../finding.ts";

/** Facts about the repository that a draft of a review is held against; computed at the edge. */
export interface ReviewFacts {
  /** Paths in the diff that is reviewed, steering files left out. */
  readonly changedPaths: readonly string[];
  /** Whether the base that the document names is an ancestor of the tip. */
  readonly baseIsAncestor: boolean;
}

export interface ValidateInput {
  /** The file's path as findings name it. */
  readonly path: string;
  readonly text: string;
  /** True in the turn of a state with a `prompt`. */
  readonly draft: boolean;
  readonly review?: ReviewFacts;
}

export interface SignalInput {
  readonly path: string;
  /** HEAD's version; undefined when HEAD has none. */
  readonly before: string | undefined;
  /** The version in the turn's tree; undefined when it has none. */
  readonly after: string | undefined;
  /** All pending changes, the file's own included. */
  readonly changes: readonly Change[];
}

/** A built-in mode. Every operation is total: any text in, never a throw. */
export interface SteeringMode {
  /** Whether the built-in formatter formats the file. */
  readonly formats: boolean;
  readonly validate?: (input: ValidateInput) => readonly Finding[];
  /** Names without `@`. */
  readonly signals?: (input: SignalInput) => readonly string[];
}
