import { compareFindings } from "../finding.ts";
import type { Finding, Range } from "../finding.ts";

/** A finding of a steering file before the file has a name. `hint` is an example of it right. */
export interface Fault {
  readonly code: string;
  readonly severity?: "warning";
  readonly message: string;
  readonly range: Range;
  readonly hint: string;
}

/** Findings of one file, sorted by place. */
export function toFindings(path: string, faults: readonly Fault[]): readonly Finding[] {
  return faults.map((fault): Finding => ({ severity: "error", ...fault, path })).sort(compareFindings);
}
