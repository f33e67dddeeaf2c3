/** One replacement; offsets point into the text of a parsed document, and `\n` in `text` is the file's own line ending. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Makes replacements in a file's text that was parsed by `parseMarkdown`. All else stays as it is: BOM, line endings,
 * the last newline or lack of one.
 */
export function rewrite(source: string, edits: readonly Edit[]): string {
  const places = placesOf(source);
  let text = source;
  for (const { start, end, text: fresh } of edits.toSorted((a, b) => b.start - a.start)) {
    const [from = source.length, to = source.length] = [places[start], places[end]];
    text = text.slice(0, from) + fresh.replaceAll("\n", endingAt(source, from)) + text.slice(to);
  }
  return text;
}

/** By offset in the parsed text, the offset in the source: without a BOM, and with `\n` for every line ending. */
function placesOf(source: string): readonly number[] {
  const places: number[] = [];
  for (let at = source.startsWith("\uFEFF") ? 1 : 0; at <= source.length; at += source.startsWith("\r\n", at) ? 2 : 1)
    places.push(at);
  return places;
}

/** The ending of the line of an offset, or of the last line that has one. */
function endingAt(source: string, offset: number): string {
  return /\r\n|\r|\n/.exec(source.slice(offset))?.[0] ?? /(\r\n|\r|\n)[^\r\n]*$/.exec(source)?.[1] ?? "\n";
}
