import type { Picker } from "./adapter.ts";

/** Characters that `join` keeps: the end of what an agent says is what counts. */
const JOINED = 256_000;

/** The value at a dotted path; undefined where there is none. */
export function readPath(event: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
    return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, event);
}

/** The value that a picker finds in one event; undefined where the event is none of its own. */
export function pickValue(picker: Picker, event: unknown): string | undefined {
  for (const [path, wanted] of Object.entries(picker.where ?? {})) {
    const value = readPath(event, path);
    if (!(Array.isArray(wanted) ? wanted : [wanted]).includes(value as never)) return undefined;
  }
  const paths = picker.path === undefined ? [] : Array.isArray(picker.path) ? picker.path : [picker.path];
  const found = picker.path === undefined ? event : paths.map((path) => readPath(event, path)).find(isSomething);
  if (!isSomething(found)) return undefined;
  const text = typeof found === "string" ? found : JSON.stringify(found);
  if (picker.regex === undefined) return text;
  return matchLines(picker.regex, text);
}

/** The first group of the last match. */
function matchLines(regex: string, text: string): string | undefined {
  const match = [...text.matchAll(new RegExp(regex, "gm"))].at(-1);
  return match === undefined ? undefined : (match[1] ?? match[0]);
}

function isSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What is taken of a picker's values so far. */
export function takeValue(take: Picker["take"], before: string | undefined, value: string): string {
  if (before === undefined) return value;
  switch (take) {
    case "first":
      return before;
    case "join":
      return `${before}${value}`.slice(-JOINED);
    case "sum":
      return String(toNumber(before) + toNumber(value));
    default:
      return value;
  }
}

function toNumber(text: string): number {
  const number = Number(text.replaceAll(",", ""));
  return Number.isFinite(number) ? number : 0;
}
