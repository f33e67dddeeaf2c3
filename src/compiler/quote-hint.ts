/**
 * A hint to quote the key or value of the line at an offset, when YAML reads it as something else: `* **` is an alias,
 * `@x` is reserved, `!x` is a tag, `A x # y` ends in a comment.
 */
export function quoteHint(text: string, offset: number): string | undefined {
  const line = /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? "";
  const key = /^[ \t]*(?:- +|[^"']*\{ *)?([^"'\s{[][^"'{]*?)\s*:(?: |$)/.exec(line)?.[1];
  if (key !== undefined && (/^[*@&!%`|>]/.test(key) || / #/.test(key))) return `put the pattern in quotes: "${key}":`;
  const value = /:\s+([*@!%`][^\s,{}[\]"']*)\s*$/.exec(line)?.[1];
  return value === undefined ? undefined : `put the value in quotes: "${value}"`;
}
