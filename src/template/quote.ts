const PLAIN = /^[A-Za-z0-9_./:@%+=,-]+$/;

/** Makes one word of a POSIX shell out of a value: as it is when every character is harmless, else in single quotes. */
export function quoteShell(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
