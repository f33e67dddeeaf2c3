import { countRetry, type RetryCount } from "../engine/trace.ts";
import type { DecideInput, Decision, RowResult } from "../engine/types.ts";
import { paintActor } from "./actor-color.ts";
import { makeColors } from "./color.ts";
import { renderDecision } from "./decision.ts";
import { edgeOf } from "./edges.ts";
import { renderCount } from "./plural.ts";
import { renderRows } from "./rows.ts";
import { sanitizeLine } from "./sanitize.ts";
import type { StandingFile } from "./standing.ts";
import { wrapWidth } from "./width.ts";

/** What `gtd explain` tells: how each row answered a turn, and what was decided. */
export interface Explanation {
  readonly input: DecideInput;
  readonly rows: readonly RowResult[];
  readonly decision: Decision;
  /** The steering file as it is pending; absent where a turn is only supposed. */
  readonly file?: StandingFile;
}

/** The document of `gtd explain --json`. */
export function explanationJson({ input, rows, decision, file }: Explanation) {
  const invalid = faultOf(decision, file);
  return {
    state: input.state,
    actor: input.actor,
    changes: input.changes.map(({ status, path }) => ({ status, path })),
    signals: [...input.signals.events, ...input.signals.conditions],
    rows: rows.map(rowResultJson),
    retries: retriesOf(input),
    outcome: { ...outcomeOf(decision), ...(invalid === undefined ? {} : { invalid }) },
  };
}

/** How one row answered a turn: the row with each of its clauses. */
export function rowResultJson({ row, holds, clauses }: RowResult) {
  return {
    ...edgeOf(row),
    holds,
    clauses: clauses.map((one) => ({
      clause: one.clause.source,
      holds: one.holds,
      ...(one.path === undefined ? {} : { path: one.path }),
    })),
  };
}

/** The retry caps of the states that this state's rows lead to, and how much of each is used. */
function retriesOf({ workflow, state, trace }: DecideInput): readonly RetryCount[] {
  const targets = new Set(
    (workflow.states.get(state)?.rows ?? []).flatMap((row) => ("to" in row.target ? [row.target.to] : [])),
  );
  return [...targets].map((name) => countRetry(workflow, trace, name)).filter((one) => one !== undefined);
}

function outcomeOf(decision: Decision) {
  switch (decision.kind) {
    case "stay":
      return { kind: decision.kind };
    case "refuse":
      return {
        kind: decision.kind,
        reason: decision.reason,
        ...(decision.reason === "by-row" ? { pattern: decision.row.pattern.source, text: decision.text } : {}),
      };
    case "advance":
    case "squash":
      return {
        kind: decision.kind,
        to: decision.to,
        pattern: decision.row.pattern.source,
        redirects: decision.redirects,
      };
  }
}

/** What is wrong with the steering file where that refuses the step, or where no row could answer for it. */
function faultOf(decision: Decision, file: StandingFile | undefined) {
  const byItself = decision.kind === "stay" || (decision.kind === "refuse" && decision.reason !== "no-row");
  if (file?.fault === undefined || byItself) return undefined;
  const { line, message } = file.fault;
  return { path: file.path, line, message };
}

export interface ExplanationOptions {
  readonly color: boolean;
  /** Columns of the terminal; absent where it is none, and nothing is cut. */
  readonly columns?: number;
}

/** The same for a person. */
export function renderExplanation(explanation: Explanation, options: ExplanationOptions): string {
  const { input, rows, decision, file } = explanation;
  const { color, columns = Infinity } = options;
  const colors = makeColors(color);
  const wrap = (text: string, paint: (line: string) => string): string =>
    wrapWidth(sanitizeLine(text), columns, "  ")
      .map((line) => `${paint(line)}\n`)
      .join("");
  const invalid = faultOf(decision, file);
  const decides = "row" in decision ? { decides: decision.row } : {};
  return [
    wrap(renderHead(input), colors.bold).replace(`(${input.actor})`, () => `(${paintActor(colors, input.actor)})`),
    renderRows(rows, { ...options, ...decides }),
    ...retriesOf(input).map((one) => wrap(renderRetry(one), one.entries >= one.max ? colors.yellow : colors.dim)),
    wrap(
      `outcome: ${renderWithFault(decision, invalid)}`,
      decision.kind === "refuse" || invalid !== undefined ? colors.red : colors.green,
    ),
  ].join("");
}

function renderHead({ state, actor, changes, signals }: DecideInput): string {
  const named = [...signals.events, ...signals.conditions].map((name) => `, @${name}`).join("");
  return `at "${state}" (${actor}), ${changes.length === 0 ? "nothing" : renderCount(changes.length, "change")} pending${named}`;
}

function renderRetry({ state, entries, max, since, otherwise }: RetryCount): string {
  const from = since === undefined ? "the start of the process" : `"${since}"`;
  return `retry "${state}": entered ${entries} of ${max} times since ${from}, then "${otherwise}"`;
}

function renderWithFault(decision: Decision, invalid: ReturnType<typeof faultOf>): string {
  const line = renderOutcomeLine(decision);
  if (invalid === undefined) return line;
  const why = `"${invalid.path}" is invalid: line ${invalid.line}: ${invalid.message}`;
  return decision.kind === "refuse" ? `${line}; ${why}` : `refused, because ${why}; else ${line}`;
}

function renderOutcomeLine(decision: Decision): string {
  switch (decision.kind) {
    case "stay":
      return `stays at "${decision.state}"`;
    case "refuse":
      return renderRefused(decision);
    case "advance":
    case "squash":
      return `${decision.from} → ${decision.to} by the row "${decision.row.pattern.source}"${decision.redirects.map((one) => `, instead of "${one.state}" (entered ${one.entries} of ${one.max} times)`).join("")}`;
  }
}

/** On one line: the rows stand above it already. */
function renderRefused(decision: Extract<Decision, { kind: "refuse" }>): string {
  return decision.reason === "by-row"
    ? `refused by the row "${decision.row.pattern.source}": ${decision.text.trim()}`
    : (renderDecision(decision).split("\n")[0] ?? "");
}
