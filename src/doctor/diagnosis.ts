import type { UserError } from "../errors.ts";

/** How much a diagnosis asks for: nothing, a look, or something that must be done before gtd works. */
export type Level = "ok" | "note" | "fault";

/** What one probe found. */
export interface Diagnosis {
  /** Kebab-case name of the probe. */
  readonly probe: string;
  readonly level: Level;
  /** One sentence, lower case, names in double quotes. */
  readonly message: string;
  /** Further lines: paths, places, a tool's own words. */
  readonly detail?: readonly string[];
  /** Commands and sentences that mend it, one a line. */
  readonly fix?: readonly string[];
}

/** A fault of the environment as a command would end with it. */
export function diagnoseError(probe: string, error: UserError): Diagnosis {
  return {
    probe,
    level: "fault",
    message: error.message,
    ...(error.detail === undefined ? {} : { detail: error.detail.split("\n").filter((line) => line.trim() !== "") }),
    fix: error.next,
  };
}
