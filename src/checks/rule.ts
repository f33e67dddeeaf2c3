import type { Definition } from "../compiler/definition.ts";
import type { Row } from "../engine/types.ts";
import type { Severity } from "../finding.ts";
import type { Analysis } from "./analysis.ts";
import type { Witness } from "./witness.ts";

/** What a rule finds, before it is placed in a file. */
export interface Fault {
  readonly message: string;
  /** Where it is in the workflow: `["states", "idle", "on", "* **"]`. */
  readonly pointer: readonly string[];
  readonly state?: string;
  /** What shows it; made when somebody is to see it. */
  readonly witness?: () => Witness;
  readonly hint?: string;
}

/** A bound workflow with everything that rules look at. */
export interface Subject {
  readonly analysis: Analysis;
  readonly definition: Definition;
  /** The key under which a row is declared, before its templates were rendered. */
  readonly keyOf: (row: Row) => string;
}

/** One thing that `gtd check` looks for (docs/checks.md). */
export interface Rule {
  readonly name: string;
  readonly severity: Severity;
  readonly check: (subject: Subject) => readonly Fault[];
}

/** Pointer to a row of a state. */
export function rowPointer({ keyOf }: Subject, state: string, row: Row): readonly string[] {
  return ["states", state, "on", keyOf(row)];
}
