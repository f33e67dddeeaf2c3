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

/** For what is missing from the file as a whole. */
export const FILE_START: Range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
