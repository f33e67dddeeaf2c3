import { explainRows } from "../engine/decide.ts";
import type { Row, RowResult } from "../engine/types.ts";
import type { Place } from "../compiler/tree.ts";
import { renderCodeFrame } from "../report/code-frame.ts";
import { makeColors, type Colors } from "../report/color.ts";
import { renderCount } from "../report/plural.ts";
import { renderRow, renderRows } from "../report/rows.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { rowOf, type KeyOf } from "./compare.ts";
import type { Coverage } from "./coverage.ts";
import type { Failure, Result } from "./follow.ts";
import type { Played } from "./play.ts";

/** What `gtd test` found. */
export interface TestReport {
  readonly results: readonly Result[];
  readonly coverage: Coverage;
  /** The least coverage that was asked for. */
  readonly coverageMin?: number;
}

export function hasFailed({ results, coverage, coverageMin = 0 }: TestReport): boolean {
  return results.some(({ failure }) => failure !== undefined) || coverage.percent < coverageMin;
}

export interface RenderOptions {
  readonly color: boolean;
  readonly readText: (path: string) => string | undefined;
  readonly keyOf: KeyOf;
}

/** The report for a person: each failure with its place, then what was covered. */
export function renderTestReport(report: TestReport, options: RenderOptions): string {
  const { results, coverage, coverageMin } = report;
  const colors = makeColors(options.color);
  const failures = results.flatMap(({ scenario, failure }) =>
    failure === undefined ? [] : [renderFailure(scenario.name, failure, colors, options)],
  );
  const passed = results.length - failures.length;
  const summary = `${renderCount(passed, "scenario")} passed${failures.length === 0 ? "" : `, ${colors.red(`${failures.length} failed`)}`}\n`;
  const short =
    coverageMin === undefined || coverage.percent >= coverageMin
      ? ""
      : colors.red(`${coverage.percent} % is less than the ${coverageMin} % asked for\n`);
  return [...failures.map((one) => `${one}\n`), summary, renderCoverage(coverage), short].join("");
}

function renderFailure(name: string, failure: Failure, colors: Colors, options: RenderOptions): string {
  const { place, message, step, actor, played, next } = failure;
  const lines = [
    `${colors.bold(renderPlace(place))}: ${colors.red("failed")}: ${sanitizeText(name)}\n`,
    renderFrame(place, options.readText),
    `  step ${step}${played === undefined ? "" : ` at "${played.input.state}"`} (${actor}): ${sanitizeText(message).replaceAll("\n", "\n    ")}\n`,
    ...(played === undefined ? [] : [renderTurn(played), renderExpectedRows(failure, played, options)]),
    ...(next === undefined ? [] : [`  write: ${sanitizeText(next)}\n`]),
    ...(played === undefined ? [] : [`  next: ${explainLine(played)}\n`]),
  ];
  return lines.join("");
}

function renderPlace({ path, range }: Place): string {
  return sanitizeText(range === undefined ? path : `${path}:${range.start.line}:${range.start.column}`);
}

function renderFrame({ path, range }: Place, readText: RenderOptions["readText"]): string {
  const text = readText(path);
  return range === undefined || text === undefined ? "" : renderCodeFrame(text, range).replace(/^(?=.)/gm, "  ");
}

/** What was done in the turn: the diff and the signals. */
function renderTurn(played: Played): string {
  const facts = listFacts(played);
  return facts.length === 0 ? "    nothing is pending\n" : facts.map((fact) => `    ${sanitizeText(fact)}\n`).join("");
}

/** Changes and signals as `gtd explain --if` takes them. */
export function listFacts({ input: { changes, signals } }: Played): readonly string[] {
  return [
    ...changes.map(({ status, path }) => `${status} ${path}`),
    ...[...signals.events, ...signals.conditions].map((name) => `@${name}`),
  ];
}

function explainLine(played: Played): string {
  const facts = listFacts(played).map((fact) =>
    /^[@\w./-]+$/.test(fact) ? fact : `'${fact.replaceAll("'", "'\\''")}'`,
  );
  return sanitizeText(`gtd explain --at ${played.input.state}${facts.length === 0 ? "" : ` --if ${facts.join(" ")}`}`);
}

/** The rows that would have led where the scenario says, clause by clause. */
export function expectedRows(
  { expects }: Pick<Failure, "expects">,
  played: Played,
  keyOf: KeyOf,
): readonly RowResult[] {
  const { outcome, row: named } = expects;
  const decided = rowOf(played.came);
  return explainRows(played.input).filter(({ row }) => {
    if (row === decided) return false;
    if (named !== undefined) return row.pattern.source === named || keyOf(row) === named;
    if (outcome.kind === "lands") return "to" in row.target && row.target.to === outcome.state;
    return outcome.kind === "refused" && outcome.text !== undefined && "refuse" in row.target
      ? row.target.refuse.includes(outcome.text)
      : false;
  });
}

function renderExpectedRows(failure: Failure, played: Played, { color, keyOf }: RenderOptions): string {
  const rows = expectedRows(failure, played, keyOf);
  const { outcome, row } = failure.expects;
  if (rows.length > 0) return `  expected:\n${rows.map((one) => renderNumbered(one, played, color)).join("")}`;
  if (outcome.kind !== "lands" || row !== undefined || rowLeadsTo(played, outcome.state)) return "";
  const targets = [...new Set((played.input.workflow.states.get(played.input.state)?.rows ?? []).flatMap(targetOf))];
  return `  no row of "${played.input.state}" leads to "${outcome.state}"; its rows lead to: ${targets.join(", ") || "nowhere"}\n`;
}

/** The row with its number in the state, as `gtd explain` shows it. */
function renderNumbered(result: RowResult, { input }: Played, color: boolean): string {
  const number = (input.workflow.states.get(input.state)?.rows ?? []).indexOf(result.row) + 1;
  return renderRows([result], { color })
    .replace("1. ", `${number}. `)
    .replace(/^(?=.)/gm, "    ");
}

function rowLeadsTo({ input }: Played, state: string): boolean {
  return (input.workflow.states.get(input.state)?.rows ?? []).some((row) => targetOf(row)[0] === state);
}

function targetOf({ target }: Row): readonly string[] {
  return "to" in target ? [target.to] : [];
}

function renderCoverage({ rows, fired, caps, reached, percent, missing, unreached }: Coverage): string {
  const head = `${fired} of ${rows} rows fired${caps === 0 ? "" : `, ${reached} of ${caps} retry caps reached`} (${percent} %)\n`;
  const byState = groupRows(missing);
  const lists = [...byState].map(
    ([state, items]) => `  ${sanitizeText(state)}\n${items.map(({ row }) => `    ${renderRow(row)}\n`).join("")}`,
  );
  const cap = unreached.length === 0 ? "" : `no cap reached: ${sanitizeText(unreached.join(", "))}\n`;
  return `${head}${lists.length === 0 ? "" : `not fired:\n${lists.join("")}`}${cap}`;
}

function groupRows(items: Coverage["missing"]): ReadonlyMap<string, Coverage["missing"]> {
  const groups = new Map<string, Coverage["missing"][number][]>();
  for (const item of items) groups.set(item.state, [...(groups.get(item.state) ?? []), item]);
  return groups;
}
