import { rmSync } from "node:fs";
import { EXIT, UserError } from "../errors.ts";
import { runGit } from "./client.ts";
import { writeCommit } from "./commit-object.ts";
import { draftFile, draftIndex } from "./draft.ts";
import { explained } from "./failure.ts";
import { moveHead } from "./move.ts";
import { emptyTree } from "./object-id.ts";
import { copyIndex, readTree, updateIndex } from "./private-index.ts";
import { readTreeDiff } from "./tree-diff.ts";
import type { OpenWindow, Repository, Snapshot, WindowPlan, WorktreeLock } from "./types.ts";
import { renderWindowMessage } from "./window-commit.ts";

interface WindowInput {
  readonly plan: WindowPlan;
  readonly tip: string;
  readonly tipTree: string;
  /** A private index that holds the tip's tree. */
  readonly tipIndex: string;
  readonly branch: string | null;
}

/** Makes the throw-away commit of a window and the index that an editor is to see, and moves nothing. */
export async function buildWindow(
  repo: Repository,
  { plan, tip, tipTree, tipIndex, branch }: WindowInput,
): Promise<{ open: OpenWindow; shownIndex: string }> {
  const shownIndex = draftFile(repo, "shown-index");
  copyIndex(tipIndex, shownIndex);
  const [kept] = await explained(
    "build the review window",
    Promise.all([
      readTreeDiff(repo, plan.base, tipTree).then((changes) => changes.filter(({ path }) => plan.keep(path))),
      readTree(repo, plan.base, shownIndex),
    ]),
  );
  await explained(
    "build the review window",
    updateIndex(
      repo,
      shownIndex,
      kept.map(({ path, after }) => ({ path, entry: after })),
    ),
  );
  const tree = (await explained("build the review window", runGit(repo, ["write-tree"], { index: shownIndex }))).trim();
  const commit = await writeCommit(repo, {
    tree,
    // A process that began at the root is reviewed against the empty tree, which is no commit.
    parent: plan.base === emptyTree(repo) ? null : plan.base,
    message: renderWindowMessage({ base: plan.base, tip, branch }),
    sign: false,
  });
  return { open: { base: plan.base, commit, branch, tip }, shownIndex };
}

/** Opens the review window over the tip, or another one in the place of an open one. The working tree stays. */
export async function openWindow(lock: WorktreeLock, snapshot: Snapshot, plan: WindowPlan): Promise<OpenWindow> {
  const { repo } = lock;
  const { tip } = snapshot;
  const tipTree = snapshot.commits[0]?.tree;
  if (tip === null || tipTree === undefined) throw nothingToShow();
  const tipIndex = await draftIndex(repo, snapshot, tipTree);
  const { open, shownIndex } = await buildWindow(repo, { plan, tip, tipTree, tipIndex, branch: snapshot.branch });
  await moveHead(repo, {
    operation: "open the review window",
    snapshot,
    to: tip,
    index: shownIndex,
    window: { open, index: tipIndex },
  });
  return open;
}

/**
 * Closes the review window: HEAD is back where it was, the index is the tip's, the working tree stays. Answers
 * the tip of commits made by hand inside it, which is kept, or null. Without an open window nothing is done.
 */
export async function closeWindow(lock: WorktreeLock, snapshot: Snapshot): Promise<{ kept: string | null }> {
  const { repo } = lock;
  if (!snapshot.window || snapshot.tip === null) return { kept: null };
  const index = await draftIndex(repo, snapshot, snapshot.tip);
  await moveHead(repo, { operation: "close the review window", snapshot, to: snapshot.tip, index });
  rmSync(index, { force: true });
  return { kept: snapshot.window.head ?? null };
}

function nothingToShow(): UserError {
  return new UserError("there is no commit yet, so there is nothing for a review window to show", {
    code: "empty-range",
    exit: EXIT.refused,
    next: ["gtd status"],
  });
}
