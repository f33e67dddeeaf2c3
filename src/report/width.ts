export interface Cell {
  /** One character as a reader sees it. */
  readonly text: string;
  /** Columns of a terminal: 0, 1 or 2. */
  readonly width: number;
}

/** East Asian wide and fullwidth blocks, after Unicode's EastAsianWidth.txt; emoji are told by their own property. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|\ufe0f/u;
const NARROW = /^[\u0020-\u007e]*$/;
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** A text's characters as a reader sees them, each with the columns it takes. */
export function cellsOf(text: string): readonly Cell[] {
  if (NARROW.test(text)) return Array.from(text, (char) => ({ text: char, width: 1 }));
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => ({
    text: segment,
    width: ZERO.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1,
  }));
}

/** Columns of a terminal that a line of text takes. */
export function measureWidth(text: string): number {
  return NARROW.test(text) ? text.length : cellsOf(text).reduce((width, cell) => width + cell.width, 0);
}

/** One line of text in at most so many columns; what does not fit is left out, and `…` says so. */
export function fitWidth(text: string, columns: number): string {
  if (measureWidth(text) <= columns) return text;
  let width = 0;
  let shown = "";
  for (const cell of cellsOf(text)) {
    if (width + cell.width > columns - 1) break;
    width += cell.width;
    shown += cell.text;
  }
  return columns < 1 ? "" : `${shown}…`;
}

/** One line of text as lines of at most so many columns, broken at spaces; a word too long for one is cut. */
export function wrapWidth(text: string, columns: number, indent = ""): readonly string[] {
  if (measureWidth(text) <= columns) return [text];
  const lines: string[] = [];
  for (const word of text.split(/ +/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measureWidth(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(fitWidth(`${lines.length === 0 ? "" : indent}${word}`, columns));
  }
  return lines;
}
