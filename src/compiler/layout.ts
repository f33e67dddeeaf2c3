import type { Scalar } from "yaml";
import type { Position } from "../finding.ts";
import type { Layout, Place } from "./tree.ts";

/** How a scalar's text lies in its file, when a place in the text can be told from it. */
export function layoutOf(scalar: Scalar, text: string, place: Place): Layout | undefined {
  const start = place.range?.start;
  const value = scalar.value;
  if (start === undefined || typeof value !== "string" || !scalar.range) return undefined;
  const [from, to] = scalar.range;
  if (scalar.type === "BLOCK_LITERAL") {
    const rows = text.slice(from, to).split("\n").slice(1);
    const lines = value.split("\n");
    const index = lines.findIndex((line) => line.trim() !== "");
    const indent = index < 0 ? 0 : (rows[index] ?? "").replace(/\r$/, "").length - (lines[index] ?? "").length;
    return { line: start.line + 1, column: Math.max(1, indent + 1), lines: true };
  }
  const quoted = scalar.type === "QUOTE_DOUBLE" || scalar.type === "QUOTE_SINGLE";
  const raw = quoted ? text.slice(from + 1, to - 1) : text.slice(from, to);
  if (!raw.startsWith(value.slice(0, 1)) || raw.includes("\n")) return undefined;
  return raw === value ? { line: start.line, column: start.column + (quoted ? 1 : 0), lines: false } : undefined;
}

/** The place of a line and column of a scalar's text (both from 1) in its file; the whole scalar when it cannot be told. */
export function placeInText(place: Place, layout: Layout | undefined, at: Partial<Position>, length = 1): Place {
  const { line, column = 1 } = at;
  if (layout === undefined || line === undefined || (line > 1 && !layout.lines)) return place;
  const start = { line: layout.line + line - 1, column: layout.column + column - 1 };
  return { path: place.path, range: { start, end: { line: start.line, column: start.column + length } } };
}
