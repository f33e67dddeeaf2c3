/** Reads `a.b[0].c` out of a JSON value; undefined where the way ends. The empty pointer is the value itself. */
export function readPointer(value: unknown, pointer: string): unknown {
  let found: unknown = value;
  for (const key of pointer.split(/[.[\]]+/).filter((part) => part !== "")) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
