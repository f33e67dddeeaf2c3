import type { Redirect, Workflow } from "./types.ts";

/** Index in the trace of the latest entry of any of these states; -1 when there is none. */
export function latestEntry(trace: readonly string[], states: readonly string[]): number {
  return trace.findLastIndex((entered) => states.includes(entered));
}

/** How often the state was entered since the latest entry of any of `since`; without one, in the whole trace. */
export function countEntries(trace: readonly string[], state: string, since: readonly string[]): number {
  let entries = 0;
  for (let at = latestEntry(trace, since) + 1; at < trace.length; at += 1) if (trace[at] === state) entries += 1;
  return entries;
}

/** How much of a state's cap is used; `since` is the state that the entries are counted from, absent for the process's start. */
export interface RetryCount {
  readonly state: string;
  readonly entries: number;
  readonly max: number;
  readonly otherwise: string;
  readonly since?: string;
}

/** Where a state's cap stands; undefined for a state without one. */
export function countRetry(workflow: Workflow, trace: readonly string[], state: string): RetryCount | undefined {
  const retry = workflow.states.get(state)?.retry;
  if (retry === undefined) return undefined;
  const { max, otherwise } = retry;
  const since = trace[latestEntry(trace, retry.since)];
  const entries = countEntries(trace, state, retry.since);
  return { state, entries, max, otherwise, ...(since === undefined ? {} : { since }) };
}

/**
 * Where a turn that heads for `target` arrives when retry caps are honoured (STATES.md, "Retry"):
 * each state is at most once in the chain, and the last of a closed chain is entered.
 */
export function followRetries(
  workflow: Workflow,
  trace: readonly string[],
  target: string,
): { readonly to: string; readonly redirects: readonly Redirect[] } {
  const redirects: Redirect[] = [];
  const seen = new Set([target]);
  let state = target;
  for (;;) {
    const retry = workflow.states.get(state)?.retry;
    if (retry === undefined || seen.has(retry.otherwise)) return { to: state, redirects };
    const entries = countEntries(trace, state, retry.since);
    if (entries < retry.max) return { to: state, redirects };
    redirects.push({ state, entries, max: retry.max, otherwise: retry.otherwise });
    seen.add(retry.otherwise);
    state = retry.otherwise;
  }
}
