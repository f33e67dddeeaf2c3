import { decide, hasTreeClause, needsTree } from "../engine/decide.ts";
import type { Change, DecideInput, Decision, Signals } from "../engine/types.ts";
import { listTree, readBlobs } from "../git/capture.ts";
import { workingPaths } from "../git/diff.ts";
import type { CapturedTree } from "../git/types.ts";
import { readWorkingFile } from "./paths.ts";
import type { Rest } from "./rest.ts";
import { readSignals, steeringFileOf, type SteeringFile } from "./steering.ts";

/** A turn as it would be judged now: everything that `decide()` asks for. */
export interface View {
  readonly input: DecideInput;
  readonly decision: Decision;
  readonly file: SteeringFile | undefined;
  /** The steering file's text as the turn leaves it. */
  readonly text: string | undefined;
}

export interface ViewOptions {
  readonly actor?: string;
  /** The events of a script's exit. */
  readonly events?: readonly string[];
  /** Every row is going to be looked at, not only those that decide. */
  readonly everyRow?: boolean;
}

/** Judges what is pending in the working tree; reads only. */
export async function viewPending(rest: Rest, options: ViewOptions = {}): Promise<View> {
  const { repo } = rest.project;
  const { changes, tip } = rest.snapshot;
  const file = await steeringFileOf(rest);
  const change = changes.find((one) => one.path === file?.path);
  const after = file === undefined || change?.status === "D" ? undefined : readWorkingFile(repo.root, file.path);
  const before = async (): Promise<string | undefined> => {
    if (change === undefined) return after;
    if (change.status === "A" || tip === null) return undefined;
    return (await readBlobs(repo, [`${tip}:${change.path}`]))[0]?.toString("utf8");
  };
  return view(rest, options, { changes, file, before, after, paths: () => workingPaths(repo, rest.snapshot) });
}

/** Judges a captured tree: what is judged is what would be committed. */
export async function viewCaptured(rest: Rest, captured: CapturedTree, options: ViewOptions = {}): Promise<View> {
  const { repo } = rest.project;
  const file = await steeringFileOf(rest);
  const change = captured.changes.find((one) => one.path === file?.path);
  const ids = [change?.before?.blob, change?.after?.blob].filter((id) => id !== undefined);
  const texts = new Map<string, string>();
  if (rest.state.mode !== undefined && ids.length > 0) {
    const blobs = await readBlobs(repo, ids);
    ids.forEach((id, at) => texts.set(id, blobs[at]?.toString("utf8") ?? ""));
  }
  const clean = file === undefined || change !== undefined ? undefined : readWorkingFile(repo.root, file.path);
  const textOf = (side: { readonly blob: string } | null | undefined): string | undefined =>
    side === null || side === undefined ? clean : texts.get(side.blob);
  const after = change === undefined ? clean : change.after === null ? undefined : textOf(change.after);
  const before = change === undefined ? clean : change.before === null ? undefined : textOf(change.before);
  return view(rest, options, {
    changes: captured.changes,
    file,
    before: async () => before,
    after,
    paths: () => listTree(repo, captured.tree),
  });
}

interface Pending {
  readonly changes: readonly Change[];
  readonly file: SteeringFile | undefined;
  readonly before: () => Promise<string | undefined>;
  readonly after: string | undefined;
  readonly paths: () => Promise<readonly string[]>;
}

async function view(rest: Rest, options: ViewOptions, pending: Pending): Promise<View> {
  const { changes, file, after } = pending;
  const conditions =
    file?.mode === undefined ? [] : await readSignals(rest, file, { before: await pending.before(), after }, changes);
  const signals: Signals = { events: options.events ?? [], conditions };
  const partial = {
    workflow: rest.project.workflow,
    state: rest.state.name,
    actor: options.actor ?? rest.actor,
    changes,
    signals,
    trace: rest.position.trace,
  };
  const looks = options.everyRow === true ? hasTreeClause(partial) : needsTree(partial);
  const input: DecideInput = looks ? { ...partial, tree: await pending.paths() } : partial;
  return { input, decision: decide(input), file, text: after };
}
