import { decide } from "../engine/decide.ts";
import { parseSubject } from "../engine/subject.ts";
import { parseTrailers } from "../engine/trailers.ts";
import type { Commit, Decision, Workflow } from "../engine/types.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { listRange, readCommits } from "../git/range.ts";
import { resolveRef } from "../git/refs.ts";
import type { Repository } from "../git/types.ts";
import { tellOutcome } from "../scenario/compare.ts";
import { TemplateError } from "../template/render.ts";
import { report, type Context } from "./context.ts";
import { openRepository } from "./open.ts";
import { listPastTurns, readPastTurn, type PastTurn } from "./past-turn.ts";
import { renderReplay, replayJson, type Difference } from "../report/replay.ts";

/** How far below a range the beginning of its oldest process is looked for. */
const BELOW = 1000;

/**
 * Decides the turns of a range of commits again, by the workflow as it is now, and lists where it would have gone
 * otherwise. A squash in the range is opened: its turns are those that `Gtd-History` keeps.
 */
export async function replayRange(context: Context, workflow: Workflow, range: string): Promise<ExitCode> {
  const repo = openRepository(context);
  const { turns, lost } = await collectTurns(repo, workflow, range);
  if (turns.length === 0 && lost.length === 0) throw noTurns(range);
  const differences: Difference[] = [];
  for (const turn of turns) {
    const difference = await decideAgain(repo, workflow, turn);
    if (difference !== undefined) differences.push(difference);
  }
  const found = { range, turns: turns.length, differences, lost };
  report(context, replayJson(found), renderReplay(found));
  return differences.length === 0 ? EXIT.done : EXIT.refused;
}

interface Turns {
  /** Oldest first. */
  readonly turns: readonly PastTurn[];
  /** Squashes whose turns are not kept here. */
  readonly lost: readonly string[];
}

async function collectTurns(repo: Repository, workflow: Workflow, range: string): Promise<Turns> {
  const hashes = await listRange(repo, range);
  const [tip] = hashes;
  if (tip === undefined) return { turns: [], lost: [] };
  const wanted = new Set(hashes);
  const commits = await readCommits(repo, tip, hashes.length + BELOW);
  const found: PastTurn[] = listPastTurns(commits, workflow.initial).filter(({ commit }) => wanted.has(commit.hash));
  const lost: string[] = [];
  for (const commit of commits.filter(({ hash }) => wanted.has(hash))) {
    const kept = parseSubject(firstLine(commit)) === undefined ? historyOf(commit) : undefined;
    if (kept === undefined) continue;
    if ((await resolveRef(repo, kept)) === null) lost.push(commit.hash);
    else found.push(...(await openSquash(repo, workflow, kept)));
  }
  return { turns: found.toReversed(), lost };
}

/** The turns of the process that ended at a squashed tip, newest first. */
async function openSquash(repo: Repository, workflow: Workflow, tip: string): Promise<readonly PastTurn[]> {
  const commits = await readCommits(repo, tip, BELOW);
  const below = commits.findIndex((commit) => parseSubject(firstLine(commit)) === undefined);
  return listPastTurns(below < 0 ? commits : commits.slice(0, below), workflow.initial);
}

function historyOf(commit: Commit): string | undefined {
  return parseTrailers(commit.message).get("Gtd-History")?.at(-1);
}

function firstLine({ message }: Commit): string {
  return message.split("\n", 1)[0] ?? "";
}

async function decideAgain(repo: Repository, workflow: Workflow, turn: PastTurn): Promise<Difference | undefined> {
  const told = {
    commit: turn.commit.hash,
    subject: firstLine(turn.commit),
    state: turn.from,
    actor: turn.actor,
    was: turn.to,
  };
  const state = workflow.states.get(turn.from);
  if (state === undefined || state.actor === undefined)
    return { ...told, facts: [], now: `"${turn.from}" is no state of this workflow that waits for an actor` };
  try {
    const input = await readPastTurn(repo, workflow, turn);
    if (turn.from === workflow.initial && input.changes.length === 0 && input.signals.events.length === 0)
      return workflow.states.get(turn.to)?.entry === undefined
        ? { ...told, facts: [], now: `"${turn.to}" is no entry of this workflow, where it was started` }
        : undefined;
    const decision = decide(input);
    if (leadsTo(decision) === turn.to) return undefined;
    const { changes, signals } = input;
    const facts = [
      ...changes.map(({ status, path }) => `${status} ${path}`),
      ...[...signals.events, ...signals.conditions].map((name) => `@${name}`),
    ];
    return { ...told, facts, now: tellOutcome({ kind: "decided", decision }), decision };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { ...told, facts: [], now: `cannot be told: ${error.message}` };
  }
}

function leadsTo(decision: Decision): string | undefined {
  return decision.kind === "advance" || decision.kind === "squash" ? decision.to : undefined;
}

function noTurns(range: string): UserError {
  return new UserError(`there are no turns in "${range}"`, {
    code: "no-turns",
    exit: EXIT.refused,
    next: ["gtd log", "gtd test --replay main..HEAD"],
  });
}
