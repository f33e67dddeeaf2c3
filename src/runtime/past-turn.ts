import { parseSubject, type Subject } from "../engine/subject.ts";
import { parseTrailers } from "../engine/trailers.ts";
import type { Change, Commit, DecideInput, Signals, State, Workflow } from "../engine/types.ts";
import { eventOf } from "../engine/script-event.ts";
import { listTree, readBlobs } from "../git/capture.ts";
import { changedPaths } from "../git/diff.ts";
import { emptyTree } from "../git/refs.ts";
import type { Repository, TreeChange } from "../git/types.ts";
import { renderPath } from "../scenario/memory.ts";

/** A turn as its commit tells it. */
export interface PastTurn extends Subject {
  readonly commit: Commit;
  /** States entered before it in its process, oldest first. */
  readonly trace: readonly string[];
}

/** The turns among first parents, newest first, with what each process had entered before; attempts left out. */
export function listPastTurns(commits: readonly Commit[], initial: string): readonly PastTurn[] {
  const turns: PastTurn[] = [];
  let trace: readonly string[] = [];
  for (const commit of commits.toReversed()) {
    const subject = parseSubject(commit.message.split("\n", 1)[0] ?? "");
    if (subject === undefined) {
      trace = [];
      continue;
    }
    if (parseTrailers(commit.message).get("Gtd-Attempt")?.at(-1) === "1") continue;
    turns.push({ ...subject, commit, trace });
    trace = subject.to === initial ? [] : [...trace, subject.to];
  }
  return turns.toReversed();
}

/**
 * What a past turn was judged by: its own diff and tree, the events it recorded, and its conditions, read off its files
 * again where a built-in mode reads them, as recorded where a command did. Throws `TemplateError` for a file's name
 * that only the repository of that time could tell.
 */
export async function readPastTurn(
  repo: Repository,
  workflow: Workflow,
  { from, actor, commit, trace }: PastTurn,
): Promise<DecideInput> {
  const changes = await changedPaths(repo, commit.parents[0] ?? emptyTree(repo), commit.tree);
  const tree = await listTree(repo, commit.tree);
  const state = workflow.states.get(from);
  return {
    workflow,
    state: from,
    actor,
    changes,
    tree,
    signals:
      state === undefined
        ? { events: [], conditions: [] }
        : await readSignals(repo, workflow, state, { commit, changes, tree, trace }),
    trace,
  };
}

interface Judged extends Pick<PastTurn, "commit" | "trace"> {
  readonly changes: readonly TreeChange[];
  readonly tree: readonly string[];
}

async function readSignals(repo: Repository, workflow: Workflow, state: State, judged: Judged): Promise<Signals> {
  const trailers = parseTrailers(judged.commit.message);
  const exit = trailers.get("Gtd-Exit")?.at(-1);
  const events = exit === undefined ? [] : [eventOf(exit === "timeout" ? exit : Number(exit))];
  const recorded = (trailers.get("Gtd-Signals")?.at(-1) ?? "").split(" ").filter((name) => name !== "");
  const { STEERING_MODES } = await import("../steering/index.ts");
  const { mode } = state;
  const read = mode === undefined ? undefined : STEERING_MODES.get(mode)?.signals;
  if (mode !== undefined && (read === undefined || workflow.modes.get(mode)?.signals !== undefined))
    return { events, conditions: recorded.filter((name) => !events.some((event) => event === name)) };
  const files = new Map(judged.tree.map((path) => [path, ""]));
  const path = mode === undefined ? undefined : renderPath(state.file, { workflow, state, files, trace: judged.trace });
  if (path === undefined || read === undefined) return { events, conditions: [] };
  const { before, after } = await readSides(repo, path, judged);
  const changes: readonly Change[] = judged.changes;
  return { events, conditions: read({ path, before, after, changes }) };
}

/** A file's text before and after a turn. */
async function readSides(repo: Repository, path: string, { changes, tree, commit }: Judged) {
  const change = changes.find((one) => one.path === path);
  const read = async (blob: string | undefined): Promise<string | undefined> =>
    blob === undefined ? undefined : (await readBlobs(repo, [blob]))[0]?.toString("utf8");
  if (change !== undefined) return { before: await read(change.before?.blob), after: await read(change.after?.blob) };
  const text = tree.includes(path) ? await read(`${commit.tree}:${path}`) : undefined;
  return { before: text, after: text };
}
