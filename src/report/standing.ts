import type { Redirect } from "../engine/types.ts";
import type { RetryCount } from "../engine/trace.ts";
import type { Edge } from "./edges.ts";
import type { StatusReport } from "./status.ts";
import type { Totals } from "./totals.ts";

/** What `gtd status` tells a person beyond its document. */
export interface Standing {
  readonly status: StatusReport;
  readonly rows: readonly StandingRow[];
  /** The caps that count here: of states entered since their count began, and of those that the rows lead to. */
  readonly retries: readonly RetryCount[];
  /** Of the present process; its turns are 0 before the first. */
  readonly totals: Totals;
  readonly file?: StandingFile;
  /** The state shows its diff in a window, which is closed. */
  readonly windowClosed: boolean;
}

export interface StandingRow {
  readonly edge: Edge;
  /** Whether a step would go by it now. */
  readonly fires: boolean;
  /** The state that is entered when caps are honoured; absent for a refusal. */
  readonly to?: string;
  /** Of that state, where it is no template. */
  readonly label?: string;
  readonly redirects: readonly Redirect[];
}

/** The steering file; `unjudged` where only `gtd validate` tells. */
export interface StandingFile {
  readonly path: string;
  readonly condition: "missing" | "there" | "valid" | "unjudged" | "invalid";
  /** The first error, and how many there are. */
  readonly fault?: { readonly message: string; readonly line: number; readonly errors: number };
}
