import type { Context } from "../../../src/runtime/context.ts";
import type { Place } from "./place.ts";

/** How one error comes about: what lies in a fresh repository, and the command line that then fails. */
export interface Scene {
  /** The code, and behind a dot what tells this text of it from another. */
  readonly name: string;
  /** The command line; its whole output is what is pinned. */
  readonly run: string;
  /** What is done before. Those of `gtd` are run in the same process. */
  readonly make?: (place: Place) => unknown;
  /** Outside of any repository. */
  readonly bare?: true;
  /** What fails in the place of the command line, where no command line can be made to. */
  readonly call?: (place: Place, context: Context) => Promise<unknown>;
}

/** A workflow as YAML, with more of the configuration behind it. */
export function flow(states: string, more = ""): string {
  return `workflow:\n  states:\n${states.replaceAll(/^/gm, "    ")}\n${more}`;
}
