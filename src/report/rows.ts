import type { Clause, ClauseResult, Row, RowResult } from "../engine/types.ts";
import { makeColors } from "./color.ts";
import { sanitizeLine } from "./sanitize.ts";

export interface RowsOptions {
  readonly color: boolean;
}

/**
 * How each row answered a turn, clause by clause, for a person:
 *
 *     1. AM src/** → building   holds
 *        + AM src/**: "src/a.ts" is one
 *     2. C → idle   does not hold
 *        - C: "src/a.ts" is pending
 */
export function renderRows(results: readonly RowResult[], options: RowsOptions): string {
  const colors = makeColors(options.color);
  const width = String(results.length).length;
  return results
    .map((result, at) => {
      const number = `${String(at + 1).padStart(width)}. `;
      const verdict = result.holds ? colors.green("holds") : colors.dim("does not hold");
      const lines = explainRow(result).map(
        ({ holds, text }) => `${" ".repeat(number.length)}${holds ? colors.green("+") : colors.red("-")} ${text}\n`,
      );
      return `${number}${colors.bold(renderRow(result.row))}   ${verdict}\n${lines.join("")}`;
    })
    .join("");
}

/** A row on one line: its pattern and where it leads. */
export function renderRow({ pattern, target }: Row): string {
  return sanitizeLine("to" in target ? `${pattern.source} → ${target.to}` : `${pattern.source}: refused`);
}

export interface Reason {
  readonly holds: boolean;
  /** `<clause>: <why>`, one line, safe for a terminal. */
  readonly text: string;
}

/** Why a row holds or does not: a reason for each clause, and where all hold, that nothing happened to answer to. */
export function explainRow(result: RowResult): readonly Reason[] {
  const judged = new Map(result.clauses.map((one) => [one.clause, one]));
  const reasons = result.row.pattern.clauses.map((clause): Reason => {
    const found = judged.get(clause);
    const why = found === undefined ? "the tree was not looked at" : explainClause(found);
    return { holds: found?.holds ?? false, text: sanitizeLine(`${clause.source}: ${why}`) };
  });
  return result.answers || reasons.some(({ holds }) => !holds)
    ? reasons
    : [
        ...reasons,
        {
          holds: false,
          text: "nothing is pending, and no signal of this row is an event: only a row with C answers that",
        },
      ];
}

/** Why a clause holds or not, by the path that decided it where one did. */
function explainClause({ clause, holds, path }: ClauseResult): string {
  const named = path === undefined ? undefined : `"${path}"`;
  switch (clause.kind) {
    case "clean":
      return holds ? "nothing is pending" : `${named ?? "something"} is pending`;
    case "signal":
      return holds ? "the signal is there" : "the signal is not there";
    case "tree":
      return named === undefined ? "no file of the tree is one" : `${named} exists`;
    case "change":
      return explainChange(clause, holds, named);
  }
}

function explainChange(clause: Extract<Clause, { kind: "change" }>, holds: boolean, named: string | undefined): string {
  if (!clause.only) return named === undefined ? "no pending change is one" : `${named} is one`;
  if (holds) return "every pending change is one";
  return named === undefined ? "nothing is pending" : `${named} is none`;
}
