import { EXIT, UserError } from "../errors.ts";
import { writeCommit } from "./commit-object.ts";
import { draftFile, draftIndex } from "./draft.ts";
import { runCommitMsg, runPreCommit } from "./hooks.ts";
import { moveHead } from "./move.ts";
import { copyIndex, writeEmptyTree } from "./private-index.ts";
import type { TurnInput, WorktreeLock } from "./types.ts";
import { buildWindow } from "./window.ts";

/** How long a signer is waited for, in milliseconds; a default serves all but tests. */
export interface TurnOptions {
  readonly signTimeout?: number;
}

/**
 * Captures one turn as one commit on the tip (document 3, 3.2), closes an open window and opens the one asked
 * for. All or nothing. Answers the commit and its message as it landed. Throws (exit 1 from a hook, else 6).
 */
export async function commitTurn(
  lock: WorktreeLock,
  input: TurnInput,
  options: TurnOptions = {},
): Promise<{ commit: string; message: string }> {
  const { repo } = lock;
  const { snapshot, captured } = input;
  const tree = captured?.tree ?? snapshot.commits[0]?.tree ?? (await writeEmptyTree(repo));
  // Without a captured tree the index stays, unless a window or a hook needs the tip's.
  const needsIndex = snapshot.window !== undefined || input.open !== undefined || input.hooks === "turns";
  const tipIndex = captured?.indexFile ?? (needsIndex ? await draftIndex(repo, snapshot, tree) : undefined);
  const message =
    input.hooks === "turns" && tipIndex !== undefined
      ? await hookedMessage(lock, input.message, tipIndex, tree)
      : input.message;
  const commit = await writeCommit(repo, { tree, parent: snapshot.tip, message, sign: true, ...options });
  if (input.open && tipIndex !== undefined) {
    const window = await buildWindow(repo, {
      plan: input.open,
      tip: commit,
      tipTree: tree,
      tipIndex,
      branch: snapshot.branch,
    });
    await moveHead(repo, {
      operation: "turn",
      snapshot,
      to: commit,
      index: window.shownIndex,
      window: { open: window.open, index: tipIndex },
    });
  } else {
    const index = captured || snapshot.window ? tipIndex : undefined;
    await moveHead(repo, { operation: "turn", snapshot, to: commit, ...(index === undefined ? {} : { index }) });
  }
  return { commit, message };
}

async function hookedMessage({ repo }: WorktreeLock, message: string, index: string, tree: string): Promise<string> {
  // The hooks work on a copy: whatever they write into the index, the judged one is installed.
  const copy = draftFile(repo, "hook-index");
  copyIndex(index, copy);
  await runPreCommit(repo, copy, tree);
  const left = await runCommitMsg(repo, message, copy);
  if (subjectOf(left) === subjectOf(message)) return left;
  throw new UserError('the hook "commit-msg" changed the subject of a turn, by which gtd finds its state again', {
    code: "hook-message",
    exit: EXIT.refused,
    detail: `"${subjectOf(message)}" became "${subjectOf(left)}"`,
    next: ['let the hook leave subjects that start with "gtd(" alone', "run the command again"],
  });
}

function subjectOf(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}
