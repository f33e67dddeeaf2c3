import { fitWidth, measureWidth } from "./width.ts";

export interface Column {
  /** A text of one line for each row, safe for a terminal and without colour. */
  readonly cells: readonly string[];
  readonly paint?: (text: string, row: number) => string;
  readonly align?: "right";
  /** Where the lines are too wide, the column of the least rank is left out first; one without a rank stays. */
  readonly rank?: number;
  /** May be cut where the lines are still too wide. */
  readonly cut?: true;
}

const GAP = "  ";
/** Terminal columns that a column keeps of its text when it is cut. */
const LEAST = 8;

/** Rows of cells as lines with aligned columns, at most `width` columns of a terminal wide; absent: as wide as they are. */
export function renderTable(columns: readonly Column[], width = Infinity): readonly string[] {
  const shown = fitColumns(columns, width);
  const rows = Math.max(0, ...columns.map(({ cells }) => cells.length));
  return Array.from({ length: rows }, (_, row) => renderLine(shown, row, width));
}

interface Fitted extends Column {
  readonly width: number;
}

function fitColumns(columns: readonly Column[], width: number): readonly Fitted[] {
  let shown = columns
    .map((column) => ({ ...column, width: Math.max(0, ...column.cells.map(measureWidth)) }))
    .filter((column) => column.width > 0);
  while (lineWidth(shown) > width) {
    const ranks = shown.flatMap(({ rank }) => (rank === undefined ? [] : [rank]));
    if (ranks.length === 0) break;
    const least = Math.min(...ranks);
    shown = shown.filter(({ rank }) => rank !== least);
  }
  while (lineWidth(shown) > width) {
    const widest = shown
      .filter((one) => one.cut === true && one.width > LEAST)
      .toSorted((a, b) => b.width - a.width)[0];
    if (widest === undefined) break;
    shown = shown.map((one) => (one === widest ? { ...one, width: one.width - 1 } : one));
  }
  return shown;
}

function lineWidth(columns: readonly Fitted[]): number {
  return columns.reduce((sum, column) => sum + column.width, GAP.length * Math.max(0, columns.length - 1));
}

/** A line ends with its last text, and a text that would still pass the width is cut. */
function renderLine(columns: readonly Fitted[], row: number, width: number): string {
  let line = "";
  let written = 0;
  let start = 0;
  for (const column of columns) {
    const cell = fitWidth(column.cells[row] ?? "", column.width);
    const at = column.align === "right" ? start + column.width - measureWidth(cell) : start;
    const text = fitWidth(cell, width - at);
    if (text !== "") {
      line += `${" ".repeat(at - written)}${column.paint?.(text, row) ?? text}`;
      written = at + measureWidth(text);
    }
    start += column.width + GAP.length;
  }
  return line;
}
