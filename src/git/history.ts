import { EXIT, UserError } from "../errors.ts";
import { quotePath } from "../report/sanitize.ts";
import { runGit } from "./client.ts";
import { draftFile, draftIndex } from "./draft.ts";
import { explained } from "./failure.ts";
import type { FileMove } from "./journal.ts";
import { HISTORY_REF, keepForGood, keepTip } from "./kept.ts";
import { ADOPTED_REF, moveHead } from "./move.ts";
import type { Move } from "./move.ts";
import { emptyTree } from "./object-id.ts";
import { addWorkingTree, copyTipIndex, readTree } from "./private-index.ts";
import { resolveRef } from "./refs.ts";
import { CONSUMED_REF } from "./squash.ts";
import { GITLINK } from "./tree-changes.ts";
import { readTreeDiff } from "./tree-diff.ts";
import type { CapturedTree, Repository, Snapshot, TreeChange, WorktreeLock } from "./types.ts";

/** Takes HEAD back to the start parent after a turn that left nothing to commit; the working tree stays. */
export async function returnTo(
  lock: WorktreeLock,
  input: { readonly snapshot: Snapshot; readonly captured?: CapturedTree; readonly start: string | null },
): Promise<void> {
  const { snapshot, captured, start } = input;
  await moveBack(lock, {
    snapshot,
    to: start,
    operation: "return without a trace",
    ...(captured ? { index: captured.indexFile } : {}),
  });
}

/** Ends the process: HEAD goes back to `start` (unborn when null), what it produced becomes uncommitted changes, the tip is kept. */
export async function abandon(
  lock: WorktreeLock,
  { snapshot, start }: { readonly snapshot: Snapshot; readonly start: string | null },
): Promise<{ from: string; head: string | null }> {
  const from = tipOf(snapshot);
  await moveBack(lock, { snapshot, to: start, operation: "abandon", keep: keepTip(from) });
  return { from, head: start };
}

/** Takes HEAD back to `to` (unborn when null) with all that lay above it pending; the tip is kept. */
export async function undo(
  lock: WorktreeLock,
  { snapshot, to }: { readonly snapshot: Snapshot; readonly to: string | null },
): Promise<void> {
  await moveBack(lock, { snapshot, to, operation: "undo", keep: keepTip(tipOf(snapshot)) });
}

/**
 * Makes the commits above `turn` pending changes of the current turn; they stay reachable under
 * `refs/worktree/gtd/adopted`. Throws `adopt-merge` or `adopt-unknown` (exit 6).
 */
export async function adopt(
  lock: WorktreeLock,
  { snapshot, turn }: { readonly snapshot: Snapshot; readonly turn: string },
): Promise<{ commits: number }> {
  const count = snapshot.commits.findIndex(({ hash }) => hash === turn);
  if (count < 0)
    throw new UserError(`the turn ${turn.slice(0, 12)} is not among the commits that were read`, {
      code: "adopt-unknown",
      exit: EXIT.unfit,
      next: ["gtd status"],
    });
  if (count === 0) return { commits: 0 };
  const merge = snapshot.commits.slice(0, count).find(({ parents }) => parents.length > 1);
  if (merge) {
    throw new UserError(`the commit ${merge.hash.slice(0, 12)} is a merge, which cannot become part of a turn`, {
      code: "adopt-merge",
      exit: EXIT.unfit,
      next: ["gtd abandon --keep-commits", `git reset --soft ${turn}  # takes the commits apart by hand`],
    });
  }
  await moveBack(lock, {
    snapshot,
    to: turn,
    operation: "adopt",
    keep: [{ ref: ADOPTED_REF, commit: tipOf(snapshot) }],
  });
  return { commits: count };
}

async function moveBack({ repo }: WorktreeLock, move: Move): Promise<void> {
  const index = move.index ?? (await draftIndex(repo, move.snapshot, move.to));
  await moveHead(repo, { ...move, index });
}

function tipOf({ tip }: Snapshot): string {
  if (tip === null)
    throw new UserError("there is no commit to take back", {
      code: "nothing-to-take-back",
      exit: EXIT.refused,
      next: ["gtd status"],
    });
  return tip;
}

/**
 * Brings back the tip that a squash, abandon or undo took away, working tree included. What is pending stays as it is:
 * behind an abandon or undo that is the very tree they left. Refuses (exit 1) when nothing is kept (`nothing-kept`),
 * when commits would be lost (`restore-commits`), and when a pending change stands in the way of what a squash dropped
 * (`restore-dirty`). Answers whether a squash was taken back, and what
 * that consumed, which stays where it is kept.
 */
export async function restore(
  { repo }: WorktreeLock,
  { snapshot }: { readonly snapshot: Snapshot },
): Promise<{ from: string | null; to: string; squashed: boolean; consumed: readonly string[] }> {
  const from = snapshot.tip;
  const to = await resolveRef(repo, HISTORY_REF);
  if (to === null || to === from)
    throw new UserError("nothing is kept that could be restored", {
      code: "nothing-kept",
      exit: EXIT.refused,
      next: ["git for-each-ref refs/gtd/history  # older tips", "gtd status"],
    });
  const squashed = snapshot.commits[0]?.message.split("\n").includes(`Gtd-History: ${to}`) === true;
  await checkReachable(repo, snapshot, { to, squashed });
  const index = draftFile(repo, "index");
  await copyTipIndex(repo, snapshot, index);
  const pending = await addWorkingTree(repo, snapshot, index);
  const changes = await explained("compare the kept tip", readTreeDiff(repo, from ?? emptyTree(repo), to));
  checkWay(pending, changes, squashed);
  await explained("read the kept tip", readTree(repo, to, index));
  const settled = new Set(pending.map(({ path }) => path));
  const files = changes
    .filter(({ path, before, after }) => !settled.has(path) && before?.mode !== GITLINK && after?.mode !== GITLINK)
    .map(toFileMove);
  await moveHead(repo, {
    operation: "restore",
    snapshot,
    to,
    index,
    files,
    keep: from === null ? [] : [keepForGood(from)],
    forget: [HISTORY_REF],
  });
  return { from, to, squashed, consumed: squashed ? await listConsumed(repo, to, pending) : [] };
}

/** What was pending when the squash was made of a tip, was taken with it, and is not pending again. */
async function listConsumed(repo: Repository, to: string, pending: readonly TreeChange[]): Promise<readonly string[]> {
  if ((await resolveRef(repo, `${CONSUMED_REF}^`)) !== to) return [];
  const now = new Map(pending.map(({ path, after }) => [path, after?.blob]));
  const taken = await explained("read what the squash consumed", readTreeDiff(repo, to, CONSUMED_REF));
  return taken.flatMap(({ path, after }) => (after === null || now.get(path) === after.blob ? [] : [path]));
}

function toFileMove({ path, before, after }: TreeChange): FileMove {
  return { path, before: before?.blob ?? null, after: after?.blob ?? null };
}

/** Every commit of HEAD must lie below the kept tip, the squash that was made of it aside. */
async function checkReachable(
  repo: Repository,
  { commits, tip }: Snapshot,
  { to, squashed }: { readonly to: string; readonly squashed: boolean },
): Promise<void> {
  if (tip === null) return;
  const from = squashed ? commits[0]?.parents[0] : tip;
  if (from === undefined) return;
  const lost = (
    await explained(
      "compare the kept tip",
      runGit(repo, ["rev-list", "--no-commit-header", "--format=%h %s", "--max-count=20", from, `^${to}`]),
    )
  ).trim();
  if (lost === "") return;
  throw new UserError("commits were made since, which going back would take off the branch", {
    code: "restore-commits",
    exit: EXIT.refused,
    detail: lost,
    next: [
      `git branch kept ${to}  # looks at the kept tip without moving`,
      `git reset --keep ${to}  # goes back all the same`,
    ],
  });
}

/** Whether a path is a directory of one of `paths`, or has one of them as its directory. */
function inTheWayOf(paths: readonly string[]): (path: string) => boolean {
  const files = new Set(paths);
  const directories = new Set(paths.flatMap(parents));
  return (path) => directories.has(path) || parents(path).some((directory) => files.has(directory));
}

/** The directories above a path, the nearest first. */
function parents(path: string): string[] {
  const at = path.lastIndexOf("/");
  return at < 0 ? [] : [path.slice(0, at), ...parents(path.slice(0, at))];
}

/** Refuses what would be overwritten, or would hide what the turns held behind what was written since the squash. */
function checkWay(pending: readonly TreeChange[], changes: readonly TreeChange[], squashed: boolean): void {
  const kept = new Map(changes.map((change) => [change.path, change.after]));
  const settled = new Set(pending.map(({ path }) => path));
  const stands = inTheWayOf(
    changes.filter(({ path, after }) => after !== null && !settled.has(path)).map(({ path }) => path),
  );
  const isOther = ({ path, after }: TreeChange): boolean => {
    const there = kept.get(path);
    return there?.mode !== after?.mode || there?.blob !== after?.blob;
  };
  const dirty = pending.filter(
    (change) =>
      (change.after !== null && stands(change.path)) || (squashed && kept.has(change.path) && isOther(change)),
  );
  if (dirty.length === 0) return;
  // A stash would not come back over a file that is there again, so it is set aside by hand.
  const there = dirty.filter(({ after }) => after !== null).map(({ path }) => rootInWay(path, kept));
  const deleted = dirty.filter(({ after }) => after === null).map(({ path }) => path);
  throw new UserError("there are pending changes in the place of what the kept tip holds", {
    code: "restore-dirty",
    exit: EXIT.refused,
    detail: dirty.map(({ status, path }) => `${status} ${quotePath(path)}`).join("\n"),
    next: [
      ...[...new Set(there)].map((path) => `mv "${path}" "${path}.mine"  # sets yours aside`),
      ...deleted.map((path) => `git restore -- "${path}"  # brings back what you deleted`),
      "gtd restore",
    ],
  });
}

/** The path itself, or the directory above it that stands where the kept tip has a file. */
function rootInWay(path: string, kept: ReadonlyMap<string, TreeChange["after"]>): string {
  return kept.has(path) ? path : (parents(path).find((directory) => (kept.get(directory) ?? null) !== null) ?? path);
}
