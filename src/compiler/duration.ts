const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a time above zero like `200ms`, `90s`, `10m` or `2h` as whole milliseconds, at least one; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? [];
  const factor = UNITS[unit];
  if (count === undefined || factor === undefined || Number(count) === 0) return undefined;
  return Math.max(1, Math.round(Number(count) * factor));
}

/** The same the other way, in the largest unit that leaves a whole number. */
export function renderDuration(ms: number): string {
  const [unit, factor] = Object.entries(UNITS).findLast(([, each]) => ms % each === 0) ?? ["ms", 1];
  return `${ms / factor}${unit}`;
}
