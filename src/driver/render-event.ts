import { formatCost, formatDuration, formatTokens } from "../report/figures.ts";
import { renderNext } from "../report/next.ts";
import { outcomeJson, renderOutcome } from "../report/outcome-text.ts";
import type { Halt, LoopEvent } from "./events.ts";

type TurnEvent = Extract<LoopEvent, { event: "turn" }>;

/** An event as `gtd loop --json` prints it; undefined for what is for the eye alone. */
export function eventJson(event: LoopEvent): object | undefined {
  switch (event.event) {
    case "progress":
    case "output":
      return undefined;
    case "turn":
      return turnJson(event);
    case "wait":
      return { ...event, until: new Date(Date.now() + event.milliseconds).toISOString() };
    default:
      return event;
  }
}

function turnJson({ outcome, duration, figures = {} }: TurnEvent): object {
  const { cost, model, tokens } = figures;
  const priced = cost === undefined ? {} : { cost, ...(model === undefined ? {} : { model }) };
  return {
    event: "turn",
    ...outcomeJson(outcome, priced),
    ...("files" in outcome ? { files: outcome.files } : {}),
    ...(tokens === undefined ? {} : { tokens }),
    duration: Math.round(duration),
  };
}

/** An event as a line for a person; empty where there is nothing to say. */
export function renderEvent(event: LoopEvent): string {
  switch (event.event) {
    case "beat":
      return event.kind === "message" ? "" : `· ${event.label ?? event.state} (${event.actor})\n`;
    case "progress":
      return "";
    case "output":
      return event.text;
    case "note":
      return `  ${event.text}\n`;
    case "wait":
      return `  waiting ${formatDuration(event.milliseconds)}: ${event.why}\n`;
    case "turn":
      return renderTurn(event);
    case "halt":
      return event.reason === "human" || event.reason === "settled" ? "" : renderHalt(event);
  }
}

function renderHalt({ text, next = [] }: Halt): string {
  return [text, ...(next.length === 0 ? [] : ["next:"]), ...renderNext(next).map((line) => `  ${line}`), ""].join("\n");
}

function renderTurn(event: TurnEvent): string {
  const [first = "", ...more] = renderOutcome(event.outcome).trimEnd().split("\n");
  const head = `${first}${files(event)}, ${formatDuration(event.duration)}${renderFigures(event)}`;
  return `${[head, ...more].join("\n")}\n`;
}

function files({ outcome }: TurnEvent): string {
  if (outcome.kind !== "advanced") return "";
  return `  ${outcome.files} file${outcome.files === 1 ? "" : "s"}`;
}

/** What an agent's turn took; what it did not report is unknown, never 0. */
function renderFigures({ figures }: TurnEvent): string {
  if (figures === undefined) return "";
  const { tokens, cost, model } = figures;
  const price =
    cost === undefined ? "cost unknown" : `cost ${formatCost(cost)}${model === undefined ? "" : ` ${model}`}`;
  return `, tokens ${tokens === undefined ? "unknown" : formatTokens(tokens)}, ${price}`;
}
