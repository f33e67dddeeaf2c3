/**
 * A hint to quote the key of the line at an offset, when it is one that YAML reads as something else: `* **` is an
 * alias, `@x` is reserved, `!x` is a tag, `A x # y` ends in a comment.
 */
export function quoteHint(text: string, offset: number): string | undefined {
  const line = /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? "";
  const pair = /^[ \t]*(?:- +|\{ *)?([^"'\s{[][^"']*?)\s*:(?: +(.*?))?\s*\}?$/.exec(line);
  const key = pair?.[1];
  if (key !== undefined && (/^[*@&!%`|>]/.test(key) || / #/.test(key))) return `put the pattern in quotes: "${key}":`;
  const value = pair?.[2];
  if (value !== undefined && /^[*@&!%`]/.test(value)) return `put the value in quotes: "${value}"`;
  return undefined;
}
