import { outcomeJson, renderOutcome } from "../report/outcome-text.ts";
import type { LoopEvent } from "./events.ts";

/** An event as `gtd loop --json` prints it. */
export function eventJson(event: LoopEvent): object {
  if (event.event !== "turn") return event;
  const { outcome, duration } = event;
  return {
    event: "turn",
    ...outcomeJson(outcome, {}),
    ...("files" in outcome ? { files: outcome.files } : {}),
    duration: Math.round(duration),
  };
}

/** An event as a line for a person; empty where there is nothing to say. */
export function renderEvent(event: LoopEvent): string {
  switch (event.event) {
    case "beat":
      return event.kind === "message" ? "" : `· ${event.state} (${event.actor})\n`;
    case "output":
      return event.text;
    case "note":
      return `  ${event.text}\n`;
    case "turn":
      return `${renderOutcome(event.outcome).trimEnd()}${files(event)}, ${formatDuration(event.duration)}\n`;
    case "halt":
      return event.reason === "human" || event.reason === "settled" ? "" : `${event.text}\n`;
  }
}

function files({ outcome }: Extract<LoopEvent, { event: "turn" }>): string {
  if (outcome.kind !== "advanced") return "";
  return `  ${outcome.files} file${outcome.files === 1 ? "" : "s"}`;
}

/** Milliseconds as a person reads them: `850ms`, `12s`, `3m 05s`, `1h 02m`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)}ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, "0")}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
}
