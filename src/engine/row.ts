import { matchGlobs } from "./glob.ts";
import type { Change, Clause, ClauseResult, DecideInput, Row, RowResult } from "./types.ts";

type Turn = Pick<DecideInput, "changes" | "tree" | "signals">;

/**
 * Holds a row against a turn, clause by clause (STATES.md, "Patterns"). Without a tree, tree clauses are left
 * out of the result and the row does not hold: see `isUnjudged`.
 */
export function matchRow(row: Row, input: Turn): RowResult {
  const { clauses } = row.pattern;
  const judged = input.tree === undefined ? clauses.filter((clause) => clause.kind !== "tree") : clauses;
  const results = judged.map((clause) => matchClause(clause, input));
  const answers = answersTo(row, input);
  return {
    row,
    holds: answers && judged.length === clauses.length && results.every((one) => one.holds),
    clauses: results,
    answers,
  };
}

/** Whether a row holds but for its tree clauses, which no tree was given for. */
export function isUnjudged({ row, clauses, answers }: RowResult): boolean {
  return answers && clauses.length < row.pattern.clauses.length && clauses.every((one) => one.holds);
}

/** Rows answer to something that happened: without `C`, something is pending or a signal named here is an event. */
function answersTo(row: Row, { changes, signals }: Turn): boolean {
  return (
    changes.length > 0 ||
    row.pattern.clauses.some(
      (clause) => clause.kind === "clean" || (clause.kind === "signal" && signals.events.includes(clause.name)),
    )
  );
}

function matchClause(clause: Clause, input: Turn): ClauseResult {
  switch (clause.kind) {
    case "clean":
      return result(clause, input.changes.length === 0, input.changes[0]?.path);
    case "signal":
      return {
        clause,
        holds: input.signals.events.includes(clause.name) || input.signals.conditions.includes(clause.name),
      };
    case "tree": {
      const path = input.tree?.find(matchGlobs(clause.globs));
      return result(clause, (path !== undefined) === clause.exists, path);
    }
    case "change":
      return clause.only ? matchOnly(clause, input.changes) : matchSome(clause, input.changes);
  }
}

type ChangeClause = Extract<Clause, { kind: "change" }>;

function matchSome(clause: ChangeClause, changes: readonly Change[]): ClauseResult {
  const path = changes.find(matchesChange(clause))?.path;
  return result(clause, path !== undefined, path);
}

function matchOnly(clause: ChangeClause, changes: readonly Change[]): ClauseResult {
  const matches = matchesChange(clause);
  const path = changes.find((change) => !matches(change))?.path;
  return result(clause, changes.length > 0 && path === undefined, path);
}

function matchesChange(clause: ChangeClause): (change: Change) => boolean {
  const matches = matchGlobs(clause.globs);
  if (clause.statuses.length === 3) return (change) => matches(change.path);
  return (change) => clause.statuses.includes(change.status) && matches(change.path);
}

function result(clause: Clause, holds: boolean, path: string | undefined): ClauseResult {
  return path === undefined ? { clause, holds } : { clause, holds, path };
}
