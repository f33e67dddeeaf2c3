import { basename } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { explainFailure } from "./failure.ts";
import { takeIndexLock } from "./index-lock.ts";
import { flush, hashFile, readJournal, writeJournal } from "./journal.ts";
import type { FileMove, Head, Journal } from "./journal.ts";
import { zeroId } from "./object-id.ts";
import { finishJournal, isHeadAt, rollForward } from "./recovery.ts";
import { awaitRefs, commitRefs, NO_DEREF } from "./ref-transaction.ts";
import { readRefs, resolveRef } from "./refs.ts";
import type { OpenWindow, Repository, Snapshot } from "./types.ts";
import { explainUnwritable } from "./unwritable.ts";
import { stateDir } from "./window-file.ts";

/** One change of HEAD with all that belongs to it; every operation is one of these. */
export interface Move {
  /** Ends up in the reflog. */
  readonly operation: string;
  readonly snapshot: Snapshot;
  /** The new tip; null leaves a branch without commits. */
  readonly to: string | null;
  /** A private index in `<gitDir>/gtd` to install; absent leaves the index. */
  readonly index?: string;
  readonly files?: readonly FileMove[];
  /** The window to open; an open one that is not named here is closed. */
  readonly window?: { readonly open: OpenWindow; readonly index: string };
  /** Refs that keep something reachable before HEAD moves. */
  readonly keep?: readonly { readonly ref: string; readonly commit: string }[];
  /** Refs that go when all is done. */
  readonly forget?: readonly string[];
}

export const ADOPTED_REF = "refs/worktree/gtd/adopted";

/**
 * Steps 5 to 8 of document 3, 3.2: journal, index lock, refs that keep, compare-and-swap, the rest. Throws (exit 6)
 * with everything as before when the index is locked, HEAD has moved, or git fails.
 */
export async function moveHead(repo: Repository, move: Move): Promise<void> {
  const { snapshot, to } = move;
  const attached = snapshot.branch !== null;
  if (!attached && to === null) throw detachedRoot();
  const keep = [
    ...(move.keep ?? []),
    ...(snapshot.window?.head === undefined ? [] : [{ ref: ADOPTED_REF, commit: snapshot.window.head }]),
  ];
  const onlyHead = attached && to === snapshot.tip;
  const journal: Journal = {
    operation: move.operation,
    ref: attached && !onlyHead ? (snapshot.branch ?? "HEAD") : "HEAD",
    from: attached && !onlyHead ? snapshot.tip : headCommit(snapshot),
    to: onlyHead && move.window ? move.window.open.commit : to,
    index: move.index === undefined ? null : { file: basename(move.index), hash: hashFile(move.index) },
    files: move.files ?? [],
    headBefore: headOf(snapshot),
    headAfter: headAfter(move),
    window: move.window ? { open: move.window.open, file: basename(move.window.index) } : null,
    kept: await readRefs(
      repo,
      keep.map(({ ref }) => ref),
    ),
    forget: move.forget ?? [],
  };
  try {
    if (move.index !== undefined) flush(move.index);
    writeJournal(repo, journal);
    if (move.index !== undefined) await takeIndexLock(repo, move.index);
    if (!isHeadAt(repo, journal.headBefore)) throw headMoved(journal.ref);
    // Behind the move of a branch HEAD itself is moved: better refused now than left half done.
    if (journal.headAfter !== null && journal.ref !== "HEAD") await awaitRefs(repo, []);
    if (keep.length > 0)
      await commitRefs(
        repo,
        keep.map(({ ref, commit }) => `update ${ref} ${commit}\n`),
        { reason: `gtd: ${move.operation}`, reflog: true },
      );
    await swap(repo, journal);
  } catch (error) {
    // Whatever failed, the ref says whether it has happened; both ways nothing is left half done.
    if (!(readJournal(repo) && (await finishJournal(repo, "ended"))))
      throw error instanceof UserError ? error : explainUnwritable(explainFailure(error, "move HEAD"), stateDir(repo));
    return;
  }
  await rollForward(repo, journal).catch((error: unknown) => {
    throw unfinished(error);
  });
}

async function swap(repo: Repository, { ref, from, to, operation }: Journal): Promise<void> {
  const old = from ?? zeroId(repo);
  const command = to === null ? `delete ${ref} ${old}\n` : `update ${ref} ${to} ${old}\n`;
  try {
    await commitRefs(repo, [...(ref === "HEAD" ? [NO_DEREF] : []), command], { reason: `gtd: ${operation}` });
  } catch (error) {
    if ((await resolveRef(repo, ref)) !== from) throw headMoved(ref);
    throw error;
  }
}

/** Where HEAD itself is, a window or commits made by hand in it included. */
function headCommit({ window, tip }: Snapshot): string | null {
  return window ? (window.head ?? window.commit) : tip;
}

function headOf(snapshot: Snapshot): Head {
  if (!snapshot.window && snapshot.branch !== null) return { branch: snapshot.branch };
  return { commit: headCommit(snapshot) ?? "" };
}

function headAfter({ snapshot, window }: Move): Head | null {
  if (window) return { commit: window.open.commit };
  return snapshot.window && snapshot.branch !== null ? { branch: snapshot.branch } : null;
}

function headMoved(ref: string): UserError {
  return new UserError(`"${ref}" was moved by another process meanwhile, so nothing was changed`, {
    code: "head-moved",
    exit: EXIT.unfit,
    next: ["gtd status", "run the command again"],
  });
}

function unfinished(cause: unknown): UserError {
  return new UserError("HEAD has moved, but what belongs to it could not be finished", {
    code: "unfinished",
    exit: EXIT.unfit,
    detail: cause instanceof Error ? cause.message : String(cause),
    next: [
      "mend what git says above",
      "gtd step  # or any other command that changes something: it finishes the rest first",
    ],
    cause,
  });
}

function detachedRoot(): UserError {
  return new UserError("HEAD is detached, so it cannot go back before the first commit", {
    code: "detached-root",
    exit: EXIT.unfit,
    next: ["git switch -c <branch>", "run the command again"],
  });
}
