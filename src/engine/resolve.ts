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
export function resolvePosition(
  workflow: Workflow,
  commits: readonly Commit[],
  complete: boolean,
): Resolution | "more" {
  const read = makeReader(workflow);
  const top = findTop(commits, read);
  if (top === undefined) return commits.length < READ_THROUGH && !complete ? "more" : atInitial(workflow, commits);
  const { at, reading } = top;
  if (reading.kind === "unknown") return { ...atInitial(workflow, commits), unknownState: reading.subject.to };
  if (at > 0 && reading.subject.to === workflow.initial) return atInitial(workflow, commits);

  const turns: Turn[] = [];
  let oldest = reading.commit;
  for (const commit of commits.slice(at)) {
    const next = read(commit);
    const turn = next.kind === "turn" ? toTurn(next, commits[at + turns.length + 1]) : undefined;
    if (turn === undefined || (turn.to === workflow.initial && !turn.attempt)) break;
    turns.push(turn);
    oldest = commit;
  }
  const boundary = commits[at + turns.length];
  if (boundary === undefined && !complete) return "more";
  const process = turns.toReversed();
  return {
    state: reading.subject.to,
    process,
    start: boundary?.hash ?? oldest.parents[0] ?? null,
    foreign: commits.slice(0, at),
    trace: process.filter((turn) => !turn.attempt).map((turn) => turn.to),
  };
}

type Reading =
  | { readonly kind: "foreign" }
  | { readonly kind: "unknown"; readonly subject: Subject }
  | { readonly kind: "turn"; readonly subject: Subject; readonly commit: Commit };

type Reader = (commit: Commit) => Reading;

function makeReader(workflow: Workflow): Reader {
  const actors = new Set([...workflow.states.values()].map((state) => state.actor));
  return (commit) => {
    const subject = parseSubject(firstLine(commit.message));
    if (subject === undefined) return { kind: "foreign" };
    const state = workflow.states.get(subject.to);
    if (state === undefined) return { kind: "unknown", subject };
    const known = state.content.kind !== "commit" && actors.has(subject.actor);
    return known ? { kind: "turn", subject, commit } : { kind: "foreign" };
  };
}

/** The newest commit that is a turn, or would be if the workflow had its state; undefined when none is near. */
function findTop(
  commits: readonly Commit[],
  read: Reader,
): { readonly at: number; readonly reading: Exclude<Reading, { kind: "foreign" }> } | undefined {
  for (const [at, commit] of commits.slice(0, READ_THROUGH).entries()) {
    const reading = read(commit);
    if (reading.kind !== "foreign") return { at, reading };
  }
  return undefined;
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
