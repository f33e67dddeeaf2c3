const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a time like `200ms`, `90s`, `10m` or `2h` as whole milliseconds; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? [];
  const factor = UNITS[unit];
  return count === undefined || factor === undefined ? undefined : Math.round(Number(count) * factor);
}
