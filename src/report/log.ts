import { SCRIPT_EVENTS, type ContentKind } from "../engine/types.ts";
import { paintActor } from "./actor-color.ts";
import { makeColors, type Colors } from "./color.ts";
import { formatCost, formatDuration, formatTokens } from "./figures.ts";
import { renderCount } from "./plural.ts";
import { sanitizeLine } from "./sanitize.ts";
import { renderTable } from "./table.ts";
import { renderTotals, type Totals } from "./totals.ts";
import { wrapWidth } from "./width.ts";

/** One turn as `gtd log --json` reports it. */
export interface LogLine {
  readonly commit: string;
  readonly actor: string;
  readonly from: string;
  readonly to: string;
  /** What the state `from` carries; absent where the workflow no longer has it. */
  readonly kind?: ContentKind;
  /** Committer time, ISO 8601 in UTC. */
  readonly time: string;
  readonly files: number;
  /** Lines; absent where git counts none, as of binary files. */
  readonly insertions?: number;
  readonly deletions?: number;
  readonly cost?: string;
  readonly tokens?: string;
  readonly duration?: string;
  readonly exit?: string;
  readonly signals?: readonly string[];
  readonly attempt?: true;
}

/** The same with its figures read, for a person. */
export interface LogTurn extends LogLine {
  readonly costs: readonly { readonly model: string; readonly cost: number }[];
  readonly tokenCount?: number;
  /** Milliseconds. */
  readonly worked?: number;
}

export interface LogView {
  /** Oldest first. */
  readonly turns: readonly LogTurn[];
  /** How many turns before these are not shown. */
  readonly earlier: number;
  readonly totals: Totals;
  /** Commits on top that are no turns. */
  readonly foreign: number;
}

export interface LogOptions {
  readonly color: boolean;
  /** Columns of the terminal; absent where it is none, and nothing is cut. */
  readonly columns?: number;
  /** Tells today's turns from earlier ones. */
  readonly now: Date;
}

/** The process turn by turn, one aligned line for each, and a line of totals. */
export function renderLog({ turns, earlier, totals, foreign }: LogView, options: LogOptions): string {
  if (turns.length === 0) return "no process is under way\n";
  const colors = makeColors(options.color);
  const lines = [
    ...(earlier === 0 ? [] : [colors.dim(`${renderCount(earlier, "earlier turn")}: gtd log`)]),
    ...renderTurns(turns, colors, options),
    ...(foreign === 0
      ? []
      : wrapWidth(
          `${renderCount(foreign, "commit")} not made by gtd on top: gtd status says what to do`,
          options.columns ?? Infinity,
          "  ",
        ).map(colors.yellow)),
    ...renderTotals(totals, colors, options.columns),
  ];
  return `${lines.join("\n")}\n`;
}

function renderTurns(turns: readonly LogTurn[], colors: Colors, { columns, now }: LogOptions): readonly string[] {
  const texts = (text: (turn: LogTurn) => string): readonly string[] => turns.map((turn) => sanitizeLine(text(turn)));
  return renderTable(
    [
      { cells: texts(({ commit }) => commit.slice(0, 8)), paint: colors.dim },
      { cells: renderTimes(turns, now), paint: colors.dim, rank: 2 },
      { cells: texts(({ actor }) => actor), paint: (text, row) => paintAs(colors, turns[row], text), cut: true },
      { cells: texts(({ from, to }) => (from === to ? to : `${from} → ${to}`)), cut: true },
      { cells: texts(outcomeOf), paint: (text, row) => paintOutcome(colors, turns[row], text), rank: 6 },
      { cells: texts(filesOf), align: "right", rank: 4 },
      {
        cells: texts(({ insertions = 0 }) => (insertions === 0 ? "" : `+${insertions}`)),
        paint: colors.green,
        align: "right",
        rank: 3,
      },
      {
        cells: texts(({ deletions = 0 }) => (deletions === 0 ? "" : `-${deletions}`)),
        paint: colors.red,
        align: "right",
        rank: 3,
      },
      { cells: texts(({ worked }) => (worked === undefined ? "" : formatDuration(worked))), align: "right", rank: 4 },
      { cells: texts(costOf), rank: 5 },
      {
        cells: texts(({ tokenCount }) => (tokenCount === undefined ? "" : `${formatTokens(tokenCount)} tokens`)),
        align: "right",
        rank: 1,
      },
    ],
    columns,
  );
}

function paintAs(colors: Colors, turn: LogTurn | undefined, text: string): string {
  return turn === undefined ? text : paintActor(colors, turn.actor, text);
}

/** Signals, and the exit where it tells more than they do. */
function outcomeOf({ attempt, signals = [], exit }: LogTurn): string {
  if (attempt === true) return "attempt";
  const code = exit === undefined || exit === "0" || exit === "1" || exit === "timeout" ? [] : [`exit ${exit}`];
  return [...signals.map((name) => `@${name}`), ...code].join(" ");
}

function paintOutcome(colors: Colors, turn: LogTurn | undefined, text: string): string {
  if (turn?.attempt === true) return colors.yellow(text);
  const event = SCRIPT_EVENTS.find((name) => turn?.signals?.includes(name));
  return event === undefined ? text : event === "passed" ? colors.green(text) : colors.red(text);
}

function filesOf({ files }: LogTurn): string {
  return files === 0 ? "" : renderCount(files, "file");
}

function costOf({ costs }: LogTurn): string {
  return costs.map(({ model, cost }) => `${formatCost(cost)}${model === "" ? "" : ` ${model}`}`).join(", ");
}

/** Local times: of the day where all are of today, else with the day, and with the year where one is of another. */
function renderTimes(turns: readonly LogTurn[], now: Date): readonly string[] {
  const times = turns.map(({ time }) => new Date(time));
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = (time: Date): string => `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const thisYear = times.every((time) => time.getFullYear() === now.getFullYear());
  const today = thisYear && times.every((time) => day(time) === day(now));
  return times.map((time) => {
    const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
    return today ? clock : `${thisYear ? "" : `${time.getFullYear()}-`}${day(time)} ${clock}`;
  });
}
