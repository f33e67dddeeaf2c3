import { formatCost, formatDuration, formatTokens } from "../report/figures.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { fitWidth } from "../report/width.ts";
import type { LoopEvent } from "./events.ts";

/** What the live line tells; times are `performance.now()`. */
export interface LiveState {
  readonly label: string;
  readonly actor: string;
  readonly since: number;
  /** When the tree changed last; undefined until it did. */
  readonly tree?: number;
  readonly tokens?: number;
  readonly cost?: number;
  readonly text?: string;
  /** While the loop waits: until when, and why. */
  readonly wait?: { readonly until: number; readonly why: string };
}

/** What is shown after an event; undefined while nobody works. */
export function nextLive(before: LiveState | undefined, event: LoopEvent, now: number): LiveState | undefined {
  switch (event.event) {
    case "beat":
      return event.kind === "message"
        ? undefined
        : {
            label: event.label ?? event.state,
            actor: event.actor,
            since: now,
            ...(before?.cost === undefined ? {} : { cost: before.cost }),
          };
    case "progress": {
      if (before === undefined) return undefined;
      const { wait: _over, ...rest } = before;
      const { text, tokens, cost, tree, retrying } = event;
      return {
        ...rest,
        ...(tokens === undefined ? {} : { tokens }),
        ...(cost === undefined ? {} : { cost }),
        ...(tree === true ? { tree: now } : {}),
        ...(text === undefined ? {} : { text }),
        ...(retrying === true ? { text: "the agent tries again by itself" } : {}),
      };
    }
    case "wait":
      return before === undefined
        ? undefined
        : { ...before, wait: { until: now + event.milliseconds, why: event.why } };
    case "turn":
    case "halt":
      return undefined;
    default:
      return before;
  }
}

/** One line of at most `columns` columns, without any control sequence. */
export function renderLive(state: LiveState, now: number, columns: number): string {
  const { label, actor, since, tree, tokens, cost, text, wait } = state;
  const parts = [
    `${label} (${actor}) ${formatDuration(now - since)}`,
    ...(wait === undefined
      ? [
          ...(tree === undefined ? [] : [`tree changed ${formatDuration(now - tree)} ago`]),
          `tokens ${tokens === undefined ? "unknown" : formatTokens(tokens)}`,
          `cost ${cost === undefined ? "unknown" : formatCost(cost)}`,
          ...(text === undefined ? [] : [text]),
        ]
      : [`waiting ${formatDuration(Math.max(0, wait.until - now))} more`, wait.why]),
  ];
  return fitWidth(sanitizeText(parts.join(" · ")).replace(/\s+/g, " "), columns);
}
