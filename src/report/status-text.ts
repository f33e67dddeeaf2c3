import { paintActor } from "./actor-color.ts";
import { makeColors, type Colors } from "./color.ts";
import { nextCommands } from "./next-commands.ts";
import { renderCount } from "./plural.ts";
import { renderPath, sanitizeLine } from "./sanitize.ts";
import type { Standing, StandingFile, StandingRow } from "./standing.ts";
import type { StatusReport } from "./status.ts";
import { renderTable } from "./table.ts";
import { renderTotals } from "./totals.ts";
import { wrapWidth } from "./width.ts";

export interface StatusOptions {
  readonly color: boolean;
  /** Columns of the terminal; absent where it is none, and nothing is cut. */
  readonly columns?: number;
}

interface Page {
  readonly colors: Colors;
  /** Columns of a line. */
  readonly width: number;
}

/** At most this many pending paths are listed for a person; `--json` has them all. */
const SHOWN = 10;
/** At most this many commits that are no turns are named. */
const NAMED = 5;
const INDENT = "  ";

/** A status for a person, on one screen: what matters most first, what to type next last. */
export function renderStatus(standing: Standing, { color, columns = Infinity }: StatusOptions): string {
  const page = { colors: makeColors(color), width: columns };
  const { status, rows, totals } = standing;
  const lines = [
    ...renderHead(status, page),
    ...renderWarnings(standing, page),
    ...renderChanges(status, page),
    ...renderStep(standing, page),
    ...renderFile(standing.file, page),
    ...renderRows(rows, page),
    ...renderRetries(standing, page),
    ...(totals.turns + totals.attempts === 0 ? [] : renderTotals(totals, page.colors, page.width)),
    ...renderNext(standing, page),
  ];
  return `${lines.join("\n")}\n`;
}

function renderHead({ state, label, actor }: StatusReport, { colors, width }: Page): readonly string[] {
  const text = `${sanitizeLine(state)}${label === undefined ? "" : `: ${sanitizeLine(label)}`}, waits for `;
  const who = sanitizeLine(actor);
  const lines = wrapWidth(`${text}${who}`, width, INDENT);
  return lines.length === 1
    ? [`${colors.bold(text.trimEnd())} ${paintActor(colors, actor, who)}`]
    : lines.map(colors.bold);
}

function renderWarnings({ status, windowClosed }: Standing, page: Page): readonly string[] {
  const { unknownState, journal, foreign, foreignCommits = [], window, left } = status;
  const warnings = [
    ...(unknownState === undefined
      ? []
      : [`the last turn led to "${unknownState}", which the workflow does not have: it begins anew`]),
    ...(journal === true ? ["a command was interrupted: the next one that changes anything finishes it"] : []),
    ...(window?.stashed === true
      ? ["a part of the review was stashed inside the window: git stash pop brings it back"]
      : []),
    ...(left === undefined
      ? []
      : [
          `the review window of ${shortBranch(left.branch)} was left by a checkout; its turns are at ${left.tip.slice(0, 10)}`,
        ]),
    ...(windowClosed ? ["the review window is closed: gtd window open shows the whole diff"] : []),
    ...(foreign === undefined ? [] : [`${renderCount(foreign, "commit")} not made by gtd on top`]),
  ];
  const more = foreignCommits.length - NAMED;
  return [
    ...(window === undefined
      ? []
      : wrap(`review window open on ${window.base.slice(0, 10)}, branch ${shortBranch(window.branch)}`, page)),
    ...warnings.flatMap((text) => wrap(`warning: ${text}`, page).map(page.colors.yellow)),
    ...indented(
      page,
      foreignCommits.slice(0, NAMED).map(({ commit, subject }) => `${commit.slice(0, 10)} ${subject}`),
    ),
    ...(more > 0 ? [`${INDENT}and ${more} more`] : []),
  ];
}

function shortBranch(branch: string): string {
  return branch.replace(/^refs\/heads\//, "") || "(detached)";
}

function renderChanges({ changes }: StatusReport, { colors, width }: Page): readonly string[] {
  if (changes.length === 0) return [];
  const shown = changes.slice(0, SHOWN);
  const marks = { A: colors.green, M: colors.yellow, D: colors.red };
  const rows = renderTable(
    [
      { cells: shown.map(({ status }) => status), paint: (text, row) => marks[shown[row]?.status ?? "M"](text) },
      { cells: shown.map(({ path }) => renderPath(path)), cut: true },
      {
        cells: shown.map(({ pattern }) => sanitizeLine(pattern ?? "(no row by itself)")),
        paint: colors.dim,
        cut: true,
      },
    ],
    width - INDENT.length,
  );
  const more = changes.length > shown.length ? [`${INDENT}and ${changes.length - shown.length} more`] : [];
  return ["pending:", ...rows.map((row) => `${INDENT}${row}`), ...more];
}

/** What a step would do now. */
function renderStep({ status, rows, file }: Standing, page: Page): readonly string[] {
  const { next, changes, signals, kind, state } = status;
  const named = signals.length === 0 ? "" : ` (${signals.map((name) => `@${name}`).join(" ")})`;
  const { green, red } = page.colors;
  if (next === null) {
    if (kind === "script") return changes.length === 0 ? ["nothing pending"] : [];
    return changes.length === 0
      ? wrap(`nothing pending${named}: a step would stay at "${state}"`, page)
      : wrap(`no row answers what is pending${named}`, page).map(red);
  }
  const clean = changes.length === 0 ? "nothing pending: " : "";
  if (next.refuse !== undefined)
    return wrap(`${clean}a step would be refused by ${next.pattern}${named}: ${next.refuse}`, page).map(red);
  if (file?.condition === "invalid")
    return wrap(`${clean}a step would be refused${named}, because the file is invalid`, page).map(red);
  const redirects = rows.find(({ fires }) => fires)?.redirects ?? [];
  const instead = redirects.map((one) => `, instead of "${one.state}" (entered ${one.entries} of ${one.max} times)`);
  return wrap(`${clean}a step would go by ${next.pattern} → ${next.target ?? ""}${named}${instead.join("")}`, page).map(
    green,
  );
}

function renderFile(file: StandingFile | undefined, page: Page): readonly string[] {
  if (file === undefined) return [];
  const { condition, fault } = file;
  const path = renderPath(file.path);
  if (fault === undefined) {
    const word = {
      missing: ", not there",
      there: "",
      valid: ", valid",
      unjudged: ", gtd validate judges it",
      invalid: "",
    };
    return wrap(`file: ${path}${word[condition]}`, page);
  }
  const more = fault.errors === 1 ? "" : `, and ${renderCount(fault.errors - 1, "error")} more`;
  return wrap(`file: ${path}, invalid: line ${fault.line}: ${fault.message}${more}`, page).map(page.colors.red);
}

function renderRetries({ retries }: Standing, { colors, width }: Page): readonly string[] {
  if (retries.length === 0) return [];
  const texts = (text: (one: Standing["retries"][number]) => string): readonly string[] =>
    retries.map((one) => sanitizeLine(text(one)));
  const isFull = (row: number): boolean => retries.slice(row, row + 1).some(({ entries, max }) => entries >= max);
  const rows = renderTable(
    [
      { cells: texts(({ state }) => state), cut: true },
      {
        cells: texts(({ entries, max }) => `${entries} of ${max}`),
        align: "right",
        paint: (text, row) => (isFull(row) ? colors.yellow(text) : text),
      },
      { cells: texts(({ since }) => (since === undefined ? "" : `since ${since}`)), paint: colors.dim, rank: 1 },
      { cells: texts(({ otherwise }) => `then ${otherwise}`), paint: colors.dim, rank: 2 },
    ],
    width - INDENT.length,
  );
  return ["retries:", ...rows.map((row) => `${INDENT}${row}`)];
}

/** Each row in a person's words: what answers it, where it leads, and what that means. */
function renderRows(rows: readonly StandingRow[], { colors, width }: Page): readonly string[] {
  if (rows.length === 0) return [];
  const lines = renderTable(
    [
      { cells: rows.map(({ fires }) => (fires ? ">" : "")), paint: colors.green },
      { cells: rows.map(({ edge }) => sanitizeLine(edge.pattern)), cut: true },
      {
        cells: rows.map(({ to }) => (to === undefined ? "refused" : `→ ${sanitizeLine(to)}`)),
        paint: (text, row) => (rows[row]?.to === undefined ? colors.red(text) : text),
        cut: true,
      },
      { cells: rows.map((row) => sanitizeLine(meaningOf(row))), cut: true },
    ],
    width - INDENT.length,
  );
  return ["what each row does:", ...lines.map((line) => `${INDENT}${line}`)];
}

function meaningOf({ edge, label, redirects }: StandingRow): string {
  const { action, describe = label, refuse } = edge;
  const capped = redirects.map(({ state, entries, max }) => `instead of ${state}, ${entries} of ${max}`);
  const words = refuse?.trim() ?? [action, describe].filter((part) => part !== undefined).join(": ");
  return [...capped, ...(words === "" ? [] : [words])].join("; ");
}

function renderNext(standing: Standing, { colors, width }: Page): readonly string[] {
  const commands = nextCommands(standing);
  const lines = renderTable(
    [
      { cells: commands.map(({ command }) => sanitizeLine(command)), paint: colors.bold },
      { cells: commands.map(({ why }) => `# ${sanitizeLine(why)}`), paint: colors.dim, cut: true },
    ],
    width - INDENT.length,
  );
  return ["next:", ...lines.map((line) => `${INDENT}${line}`)];
}

function wrap(text: string, { width }: Page): readonly string[] {
  return wrapWidth(sanitizeLine(text), width, INDENT);
}

function indented({ width }: Page, lines: readonly string[]): readonly string[] {
  return renderTable([{ cells: lines.map(sanitizeLine), cut: true }], width - INDENT.length).map(
    (line) => `${INDENT}${line}`,
  );
}
