import type { Clause, ClauseResult, Row, RowResult } from "../engine/types.ts";
import { makeColors } from "./color.ts";
import { quotePath, sanitizeLine } from "./sanitize.ts";
import { fitWidth, measureWidth, wrapWidth } from "./width.ts";

const GAP = "   ";
const LONGEST = "holds and decides";
/** Columns that a row keeps on the narrowest terminal. */
const LEAST = 8;

export interface RowsOptions {
  readonly color: boolean;
  /** Columns of the terminal; absent where it is none, and nothing is cut. */
  readonly columns?: number;
  /** The row that decides, to be told from those behind it that hold too. */
  readonly decides?: Row;
}

/**
 * How each row answered a turn, clause by clause, for a person:
 *
 *     1. AM src/** → building   holds
 *        + AM src/**: "src/a.ts" is one
 *     2. C → idle               does not hold
 *        - C: "src/a.ts" is pending
 */
export function renderRows(results: readonly RowResult[], options: RowsOptions): string {
  const { color, columns = Infinity, decides } = options;
  const colors = makeColors(color);
  const digits = String(results.length).length;
  const margin = " ".repeat(digits + 2);
  const titles = results.map(({ row }) => renderRow(row));
  const most = Math.max(LEAST, columns - margin.length - GAP.length - LONGEST.length);
  const width = Math.min(most, Math.max(0, ...titles.map(measureWidth)));
  return results
    .map((result, at) => {
      const title = fitRow(result.row, width);
      const space = " ".repeat(width - measureWidth(title));
      const verdict = result.holds
        ? colors.green(result.row === decides ? "holds and decides" : "holds")
        : colors.dim("does not hold");
      const lines = explainRow(result).map(({ holds, text }) => {
        const sign = holds ? colors.green("+") : colors.red("-");
        const wrapped = wrapWidth(text, columns - margin.length - 2);
        return `${margin}${sign} ${wrapped.join(`\n${margin}  `)}\n`;
      });
      return `${String(at + 1).padStart(digits)}. ${colors.bold(title)}${space}${GAP}${verdict}\n${lines.join("")}`;
    })
    .join("");
}

/** A row on one line: its pattern and where it leads. */
export function renderRow(row: Row): string {
  return sanitizeLine(`${row.pattern.source}${leadOf(row)}`);
}

function leadOf({ target }: Row): string {
  return "to" in target ? ` → ${target.to}` : ": refused";
}

/** Where a row is too long, its pattern is cut, and where it leads is kept. */
function fitRow(row: Row, columns: number): string {
  const whole = renderRow(row);
  if (measureWidth(whole) <= columns) return whole;
  const lead = sanitizeLine(leadOf(row));
  const pattern = fitWidth(sanitizeLine(row.pattern.source), Math.max(1, columns - measureWidth(lead)));
  return fitWidth(`${pattern}${lead}`, columns);
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
  const named = path === undefined ? undefined : quotePath(path);
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
