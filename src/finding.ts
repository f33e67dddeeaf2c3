/** A place in a text; line and column count from 1, the column in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Range {
  readonly start: Position;
  /** The place just behind the last character. */
  readonly end: Position;
}

export type Severity = "error" | "warning" | "info";

/** A fault found in a configuration, a workflow or a steering file. Findings are collected, never thrown. */
export interface Finding {
  /** Kebab-case name of the rule. */
  readonly code: string;
  readonly severity: Severity;
  /** Lower case, names in double quotes: what was found, what is allowed. */
  readonly message: string;
  /** The file: relative to the repository root where it lies inside, absolute otherwise. */
  readonly path: string;
  readonly range?: Range;
  /** What to write instead, or an example of it right. */
  readonly hint?: string;
  readonly state?: string;
}

/** Orders findings by file, then by place. */
export function compareFindings(a: Finding, b: Finding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  const [p, q] = [a.range?.start, b.range?.start];
  return (p?.line ?? 0) - (q?.line ?? 0) || (p?.column ?? 0) - (q?.column ?? 0);
}
