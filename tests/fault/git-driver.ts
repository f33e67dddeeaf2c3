import { captureTree } from "../../src/git/capture.ts";
import { abandon, adopt, restore, returnTo, undo } from "../../src/git/history.ts";
import { withLock } from "../../src/git/lock.ts";
import { findRepository } from "../../src/git/repository.ts";
import { readSnapshot } from "../../src/git/snapshot.ts";
import { squash } from "../../src/git/squash.ts";
import { commitTurn } from "../../src/git/turn.ts";
import type { CapturedTree, Repository, Snapshot, WindowPlan, WorktreeLock } from "../../src/git/types.ts";
import { closeWindow, openWindow } from "../../src/git/window.ts";

// Performs one operation on a repository and ends: what fault injection kills in the middle.

interface Scene {
  readonly lock: WorktreeLock;
  readonly snapshot: Snapshot;
  /** Hash of a revision relative to the tip: how many first parents back. */
  readonly back: (count: number) => string;
}

const isSteering = (path: string): boolean => path.startsWith(".gtd/");
const plan = (base: string): WindowPlan => ({ base, keep: isSteering });

function capture(repo: Repository, snapshot: Snapshot): Promise<CapturedTree> {
  return captureTree(repo, snapshot, {
    limit: 50_000_000,
    allowLarge: false,
    allowLink: false,
    steering: [".gtd/TODO.md"],
  });
}

const message = "gtd(human): a → b\n";

const OPERATIONS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  turn: async ({ lock, snapshot }) =>
    commitTurn(lock, { snapshot, captured: await capture(lock.repo, snapshot), message, hooks: "never" }),
  "turn with hooks": async ({ lock, snapshot }) =>
    commitTurn(lock, { snapshot, captured: await capture(lock.repo, snapshot), message, hooks: "turns" }),
  "turn that opens a window": async ({ lock, snapshot, back }) =>
    commitTurn(lock, {
      snapshot,
      captured: await capture(lock.repo, snapshot),
      message,
      hooks: "never",
      open: plan(back(2)),
    }),
  squash: async ({ lock, snapshot, back }) =>
    squash(lock, {
      snapshot,
      captured: await capture(lock.repo, snapshot),
      start: back(2),
      message: "feat: x\n",
      drop: isSteering,
      consumed: [".gtd/APPROVED"],
      allowEmpty: false,
      hooks: "squash",
    }),
  "squash to the root": async ({ lock, snapshot }) =>
    squash(lock, {
      snapshot,
      captured: await capture(lock.repo, snapshot),
      start: null,
      message: "feat: x\n",
      drop: isSteering,
      consumed: [".gtd/APPROVED"],
      allowEmpty: false,
      hooks: "turns",
    }),
  abandon: async ({ lock, snapshot, back }) => abandon(lock, { snapshot, start: back(2) }),
  "abandon at the root": async ({ lock, snapshot }) => abandon(lock, { snapshot, start: null }),
  undo: async ({ lock, snapshot, back }) => undo(lock, { snapshot, to: back(1) }),
  adopt: async ({ lock, snapshot, back }) => adopt(lock, { snapshot, turn: back(1) }),
  restore: async ({ lock, snapshot }) => restore(lock, { snapshot }),
  "return without a trace": async ({ lock, snapshot, back }) =>
    returnTo(lock, { snapshot, captured: await capture(lock.repo, snapshot), start: back(1) }),
  "open window": async ({ lock, snapshot, back }) => openWindow(lock, snapshot, plan(back(2))),
  "close window": async ({ lock, snapshot }) => closeWindow(lock, snapshot),
};

export async function perform(root: string, operation: string): Promise<void> {
  const repo = findRepository(root);
  await withLock(repo, async (lock) => {
    const snapshot = await readSnapshot(repo, { enough: () => true });
    const back = (count: number): string => {
      const commit = snapshot.commits[count];
      if (!commit) throw new Error(`the history ends before ${count}`);
      return commit.hash;
    };
    const work = OPERATIONS[operation];
    if (!work) throw new Error(`no operation "${operation}"`);
    await work({ lock, snapshot, back });
  });
}
