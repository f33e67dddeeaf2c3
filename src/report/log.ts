import { renderCount } from "./plural.ts";
import { sanitizeText } from "./sanitize.ts";

/** One turn as `gtd log --json` reports it. */
export interface LogLine {
  readonly commit: string;
  readonly actor: string;
  readonly from: string;
  readonly to: string;
  /** Committer time, ISO 8601 in UTC. */
  readonly time: string;
  readonly files: number;
  readonly cost?: string;
  readonly tokens?: string;
  readonly duration?: string;
  readonly exit?: string;
  readonly signals?: readonly string[];
  readonly attempt?: true;
}

/** The process turn by turn, columns aligned. */
export function renderLog(turns: readonly LogLine[]): string {
  if (turns.length === 0) return "no process is under way\n";
  const rows = turns.map((turn) => [
    turn.commit.slice(0, 8),
    turn.actor,
    turn.from === turn.to ? turn.to : `${turn.from} → ${turn.to}`,
    turn.attempt === true ? "attempt" : renderCount(turn.files, "file"),
    turn.duration ?? "",
    turn.cost ?? "",
    (turn.signals ?? []).map((name) => `@${name}`).join(" "),
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return sanitizeText(
    rows
      .map(
        (row) =>
          `${row
            .map((cell, column) => cell.padEnd(widths[column] ?? 0))
            .join("  ")
            .trimEnd()}\n`,
      )
      .join(""),
  );
}
