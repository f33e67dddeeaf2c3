import { parseSubject } from "./subject.ts";
import type { Subject } from "./subject.ts";
import { parseTrailers } from "./trailers.ts";
import type { Commit, Resolution, Turn, Workflow } from "./types.ts";

/** How many first parents are searched for an unfinished turn below commits that are no turns. */
export const READ_THROUGH = 100;

/**
 * Where the process stands, read off the tip's first parents, newest first (STATES.md, "Resolution").
 * @param complete whether `commits` reaches the root or the border of a shallow clone
 * @returns "more" when the answer needs first parents beyond those given
 */
export function resolvePosition(workflow: Workflow, commits: readonly Commit[], complete: boolean): Resolution | "more" {
  const read = makeReader(workflow, commits);
  const limit = Math.min(commits.length, READ_THROUGH);
  let top = 0;
  while (top < limit && read(top).kind === "foreign") top += 1;
  if (top === commits.length && top < READ_THROUGH && !complete) return "more";
  const found = top < limit ? read(top) : undefined;
  if (found?.kind === "unknown") return { ...atInitial(workflow, commits), unknownState: found.subject.to };
  if (found?.kind !== "turn" || (top > 0 && found.subject.to === workflow.initial)) return atInitial(workflow, commits);

  const turns: Turn[] = [];
  let at = top;
  for (; at < commits.length; at += 1) {
    const next = read(at);
    const turn = next.kind === "turn" ? toTurn(next, commits[at + 1]) : undefined;
    if (turn === undefined || (turn.to === workflow.initial && !turn.attempt)) break;
    turns.push(turn);
  }
  if (at === commits.length && !complete) return "more";
  const process = turns.toReversed();
  return {
    state: found.subject.to,
    process,
    start: commits[at]?.hash ?? commits[at - 1]?.parents[0] ?? null,
    foreign: commits.slice(0, top),
    trace: process.filter((turn) => !turn.attempt).map((turn) => turn.to),
  };
}

type Reading =
  | { readonly kind: "foreign" }
  | { readonly kind: "unknown"; readonly subject: Subject }
  | { readonly kind: "turn"; readonly subject: Subject; readonly commit: Commit };

function makeReader(workflow: Workflow, commits: readonly Commit[]): (at: number) => Reading {
  const actors = new Set([...workflow.states.values()].map((state) => state.actor));
  return (at) => {
    const commit = commits[at];
    const subject = commit === undefined ? undefined : parseSubject(firstLine(commit.message));
    if (commit === undefined || subject === undefined) return { kind: "foreign" };
    const state = workflow.states.get(subject.to);
    if (state === undefined) return { kind: "unknown", subject };
    const known = state.content.kind !== "commit" && actors.has(subject.actor);
    return known ? { kind: "turn", subject, commit } : { kind: "foreign" };
  };
}

/** A turn is an attempt by its trailer, and only when it changed nothing and stayed where it was. */
function toTurn({ subject, commit }: Extract<Reading, { kind: "turn" }>, parent: Commit | undefined): Turn {
  const trailers = parseTrailers(commit.message);
  const unchanged = parent === undefined || parent.tree === commit.tree;
  const attempt = subject.from === subject.to && unchanged && trailers.get("Gtd-Attempt")?.at(-1) === "1";
  return { commit, ...subject, attempt, trailers };
}

function atInitial(workflow: Workflow, commits: readonly Commit[]): Resolution {
  return { state: workflow.initial, process: [], start: commits[0]?.hash ?? null, foreign: [], trace: [] };
}

function firstLine(message: string): string {
  const end = message.indexOf("\n");
  return end < 0 ? message : message.slice(0, end);
}
