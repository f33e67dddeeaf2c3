/** A fault in a pattern: what was found and what is allowed, and where in the source (UTF-16 units from 0). */
export interface PatternFault {
  readonly fault: string;
  readonly offset: number;
  readonly hint?: string;
}

/** `&` and `!` separate when they stand alone, between blanks or borders. */
export function separatorAt(source: string, at: number): "&" | "!" | undefined {
  const char = source[at];
  if (char !== "&" && char !== "!") return undefined;
  return (source[at - 1] ?? " ") === " " && (source[at + 1] ?? " ") === " " ? char : undefined;
}

export function skipBlanks(source: string, from: number): number {
  let at = from;
  while (source[at] === " ") at += 1;
  return at;
}

export function trimBlanks(text: string): string {
  return text.slice(skipBlanks(text, 0)).replace(/ +$/, "");
}
