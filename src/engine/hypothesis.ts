import { SCRIPT_EVENTS, type Change, type Status } from "./types.ts";

const STATUSES: readonly Status[] = ["A", "M", "D"];

/** One thing that a hypothetical turn is made of. */
export type Supposition =
  | { readonly change: Change }
  | { readonly event: string }
  | { readonly condition: string }
  | { readonly clean: true };

/** Parses `A path`, `M path`, `D path`, `@signal`, or `C` for nothing pending; undefined when the text is neither. */
export function parseChange(text: string): Supposition | undefined {
  if (text === "C") return { clean: true };
  const status = STATUSES.find((one) => text.startsWith(`${one} `) && text.length > 2);
  if (status !== undefined) return { change: { status, path: text.slice(2) } };
  const name = /^@(\S+)$/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const events: readonly string[] = SCRIPT_EVENTS;
  return events.includes(name) ? { event: name } : { condition: name };
}
