/** Reads a `retry.max`: a whole number from 0, in digits; undefined when it is none. */
export function parseMax(text: string): number | undefined {
  const digits = /^\s*(\d+)\s*$/.exec(text)?.[1];
  const max = Number(digits);
  return Number.isSafeInteger(max) ? max : undefined;
}
