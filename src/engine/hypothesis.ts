import { SCRIPT_EVENTS, type Change, type Status } from "./types.ts";

/** One thing that a hypothetical turn is made of. */
export type Supposition = { readonly change: Change } | { readonly event: string } | { readonly condition: string };

/** Parses `A path`, `M path`, `D path` or `@signal`; undefined when the text is neither. */
export function parseChange(text: string): Supposition | undefined {
  const change = /^([AMD]) (.+)$/s.exec(text);
  if (change !== null) return { change: { status: change[1] as Status, path: change[2] ?? "" } };
  const name = /^@(\S+)$/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const events: readonly string[] = SCRIPT_EVENTS;
  return events.includes(name) ? { event: name } : { condition: name };
}
