import type { ContentKind, Status } from "../engine/types.ts";
import type { Edge } from "./edges.ts";
import { renderCount } from "./plural.ts";
import { sanitizeText, showBytes } from "./sanitize.ts";

/** The document of `gtd status --json`. */
export interface StatusReport {
  readonly state: string;
  readonly actor: string;
  /** What the state carries. */
  readonly kind: ContentKind;
  readonly label?: string;
  /** `pattern` is the first row that the change alone satisfies. */
  readonly changes: readonly { readonly status: Status; readonly path: string; readonly pattern: string | null }[];
  readonly signals: readonly string[];
  /** The row that a step would fire; null when it would stay or find none. */
  readonly next: Edge | null;
  readonly model?: string;
  readonly memory?: string;
  readonly file?: string;
  readonly mode?: string;
  readonly cost?: number;
  readonly costByModel?: readonly { readonly model: string; readonly cost: number }[];
  readonly edges?: readonly Edge[];
  /** The review window, while it is open; `branch` is empty when HEAD was detached before. */
  readonly window?: {
    readonly base: string;
    readonly branch: string;
    readonly tip: string;
    /** `git stash` took a part of the review out of the working tree. */
    readonly stashed?: true;
  };
  /** Branch and tip of a window that was left by a checkout, without closing it. */
  readonly left?: { readonly branch: string; readonly tip: string };
  /** Commits that are no turns on top of the unfinished turn. */
  readonly foreign?: number;
  /** The same, newest first. */
  readonly foreignCommits?: readonly { readonly commit: string; readonly subject: string }[];
  /** A state that HEAD's turn names and the workflow no longer has. */
  readonly unknownState?: string;
  /** An interrupted command is finished by the next one that changes anything. */
  readonly journal?: true;
}

/** At most this many pending paths are listed for a person; `--json` has them all. */
const SHOWN = 50;

/** A status for a person. */
export function renderStatus(status: StatusReport): string {
  const lines = [`${status.label ?? status.state} (${status.actor})`];
  if (status.label !== undefined) lines[0] = `${status.state}: ${status.label} (${status.actor})`;
  if (status.unknownState !== undefined)
    lines.push(
      `warning: the last turn led to "${status.unknownState}", which the workflow does not have: it begins anew`,
    );
  if (status.journal === true)
    lines.push("warning: a command was interrupted: the next one that changes anything finishes it");
  if (status.foreign !== undefined)
    lines.push(
      `warning: ${renderCount(status.foreign, "commit")} not made by gtd on top: gtd adopt, or gtd abandon --keep-commits`,
      ...renderForeign(status.foreignCommits ?? []),
    );
  if (status.window !== undefined)
    lines.push(`review window open on ${status.window.base.slice(0, 10)}, branch ${shortBranch(status.window.branch)}`);
  if (status.window?.stashed === true)
    lines.push("warning: a part of the review was stashed inside the window: git stash pop brings it back");
  if (status.left !== undefined)
    lines.push(
      `warning: the review window of ${shortBranch(status.left.branch)} was left by a checkout; its turns are at ${status.left.tip.slice(0, 10)}`,
    );
  lines.push(...renderChanges(status.changes));
  if (status.signals.length > 0) lines.push(`signals: ${status.signals.map((name) => `@${name}`).join(" ")}`);
  if (status.cost !== undefined) lines.push(`cost: ${status.cost}`);
  lines.push(renderNext(status));
  return sanitizeText(`${lines.join("\n")}\n`);
}

/** At most this many commits that are no turns are named. */
const NAMED = 5;

function renderForeign(commits: NonNullable<StatusReport["foreignCommits"]>): readonly string[] {
  const more = commits.length > NAMED ? [`  and ${commits.length - NAMED} more`] : [];
  return [...commits.slice(0, NAMED).map(({ commit, subject }) => `  ${commit.slice(0, 10)} ${subject}`), ...more];
}

function shortBranch(branch: string): string {
  return branch.replace(/^refs\/heads\//, "") || "(detached)";
}

function renderChanges(changes: StatusReport["changes"]): readonly string[] {
  if (changes.length === 0) return ["nothing pending"];
  const shown = changes
    .slice(0, SHOWN)
    .map(({ status, path, pattern }) => ({ status, path: showBytes(path), pattern }));
  const width = Math.max(...shown.map((change) => change.path.length));
  const rows = shown.map(
    (change) => `  ${change.status} ${change.path.padEnd(width)}  ${change.pattern ?? "(no row by itself)"}`,
  );
  const more = changes.length > shown.length ? [`  and ${changes.length - shown.length} more`] : [];
  return ["pending:", ...rows, ...more];
}

function renderNext({ next, state, changes, kind }: StatusReport): string {
  if (kind === "script") return "next: gtd run";
  if (next === null)
    return changes.length === 0
      ? `a step would stay at "${state}"\nnext: gtd next`
      : "no row answers what is pending: gtd explain";
  if (next.refuse !== undefined) return `a step would be refused by ${next.pattern}: ${next.refuse}`;
  return `a step would go by ${next.pattern} → ${next.target ?? ""}`;
}
