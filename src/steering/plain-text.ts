import { foldSpace } from "./inline-text.ts";

/** Signs that markdown takes for more than themselves inside a line. */
const INLINE = /[\\`*_[\]<>&|~#]/g;
/** What begins another block where it begins a line. */
const LEADING = /^(?:[-+=]|\d{1,9}(?=[.)]))/;

/**
 * A text as it can be written into one line of markdown, the plainest form first: as it was typed, with the signs
 * escaped that mean something, with every sign escaped. Which of them reads back as the text, its place decides.
 */
export function renderPlainText(typed: string): readonly string[] {
  const line = foldSpace(typed);
  const some = line.replace(INLINE, "\\$&").replace(LEADING, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`));
  return [...new Set([line, some, line.replace(/[!-/:-@[-`{-~]/g, "\\$&")])];
}
