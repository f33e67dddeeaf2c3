import type { Place } from "../compiler/tree.ts";

/** One story of a workflow: where it begins, what is done, and where each turn has to lead (docs/scenarios.md). */
export interface Scenario {
  readonly name: string;
  readonly place: Place;
  /** Where it begins; the initial state when absent. */
  readonly at?: string;
  /** States that were entered in the process before `at`, oldest first. */
  readonly after: readonly string[];
  /** The tree at the beginning: path to text. */
  readonly given: ReadonlyMap<string, string>;
  /** Over the configuration's variables. */
  readonly vars: readonly (readonly [name: string, value: string])[];
  /** Scripts and commands are run, in a throw-away repository. */
  readonly run: boolean;
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioStep {
  readonly actor: string;
  /** Of the actor's name. */
  readonly place: Place;
  readonly does: Deed;
  readonly expects: Expectation;
}

/** What an actor did: changes on top of what is pending, and how its script ended. */
export interface Deed {
  readonly exit?: number | "timeout";
  readonly output?: string;
  readonly write: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
  /** What a declared mode's command would print. */
  readonly signals?: readonly string[];
}

/** Where a turn has to lead. */
export interface Expectation {
  /** Of the value that says it. */
  readonly place: Place;
  readonly outcome:
    | { readonly kind: "lands"; readonly state: string }
    | { readonly kind: "stays" }
    /** `text` is part of the sentence, or the refusal's name. */
    | { readonly kind: "refused"; readonly text?: string };
  /** The pattern of the row that has to decide, as declared or as rendered. */
  readonly row?: string;
  /** The state that a retry cap has to keep the turn from. */
  readonly instead?: string;
}
