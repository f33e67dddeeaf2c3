/** UTF-16 units from the first to the last, both included. */
export type CharRange = readonly [from: number, to: number];

export const LAST_CHAR = 0xffff;

/** Everything that is in none of the ranges. */
export function invertRanges(ranges: readonly CharRange[]): readonly CharRange[] {
  const inverted: CharRange[] = [];
  let next = 0;
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (from > next) inverted.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= LAST_CHAR) inverted.push([next, LAST_CHAR]);
  return inverted;
}

/**
 * The starts of the smallest intervals in which all characters are in the same ranges; sorted, the first is 0.
 * An interval ends where the next one starts.
 */
export function splitRanges(ranges: Iterable<CharRange>): readonly number[] {
  const starts = new Set([0]);
  for (const [from, to] of ranges) {
    starts.add(from);
    if (to < LAST_CHAR) starts.add(to + 1);
  }
  return [...starts].toSorted((a, b) => a - b);
}
