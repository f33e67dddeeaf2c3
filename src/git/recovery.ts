import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "./client.ts";
import { explained } from "./failure.ts";
import { dropIndexLock, installIndex, ownsIndexLock, takeIndexLock } from "./index-lock.ts";
import { hashFile, readJournal, removeJournal, writeFlushed } from "./journal.ts";
import type { Head, Journal } from "./journal.ts";
import { awaitRefs, commitRefs, NO_DEREF } from "./ref-transaction.ts";
import { resolveRef } from "./refs.ts";
import type { Repository } from "./types.ts";
import { moveFiles } from "./worktree-files.ts";
import { stateDir, windowFile, windowIndex, WINDOW_REF } from "./window-file.ts";

/** Refs of our own are written with a reflog, whatever the user's settings say. */
const KEPT = { reason: "gtd", reflog: true } as const;

/**
 * Finishes what an interrupted command left: forward when its ref has moved, else back. Nothing to do without a
 * journal. The git of a gtd that was killed may run yet: its locks are waited for, so that nothing moves behind our
 * answer; `git` says whether it has surely ended. Answers whether the operation that the journal describes has happened.
 */
export async function finishJournal(repo: Repository, git: "ended" | "unknown" = "unknown"): Promise<boolean> {
  const journal = readJournal(repo);
  if (!journal) return false;
  if (git === "unknown")
    await awaitRefs(repo, [journal.ref, ...journal.kept.map(({ ref }) => ref), ...journal.forget, WINDOW_REF]);
  const now = await resolveRef(repo, journal.ref);
  const moved =
    now === journal.to ||
    (journal.ref === "HEAD" &&
      journal.headAfter !== null &&
      "commit" in journal.headAfter &&
      now === journal.headAfter.commit);
  await explained("finish an interrupted command", moved ? rollForward(repo, journal) : rollBack(repo, journal));
  return moved;
}

/** Everything behind the move of the ref (document 3, 3.2 step 8); each part may have been done already. */
export async function rollForward(repo: Repository, journal: Journal): Promise<void> {
  const index = journal.index && join(stateDir(repo), journal.index.file);
  if (journal.index && index) {
    if (!ownsIndexLock(repo, journal.index.hash) && existsSync(index) && !isInstalled(repo, journal.index.hash))
      await takeIndexLock(repo, index);
    if (ownsIndexLock(repo, journal.index.hash)) installIndex(repo);
    if (journal.files.length > 0) await moveFiles(repo, journal.files, index);
  }
  await finishWindow(repo, journal);
  if (journal.forget.length > 0)
    await commitRefs(
      repo,
      journal.forget.map((ref) => `delete ${ref}\n`),
      KEPT,
    );
  removeJournal(repo);
  if (index) rmSync(index, { force: true });
}

async function rollBack(repo: Repository, journal: Journal): Promise<void> {
  if (journal.index) dropIndexLock(repo, journal.index.hash);
  if (journal.kept.length > 0) {
    await commitRefs(
      repo,
      journal.kept.map(({ ref, before }) => (before === null ? `delete ${ref}\n` : `update ${ref} ${before}\n`)),
      KEPT,
    );
  }
  removeJournal(repo);
  for (const file of [journal.index?.file, journal.window?.file])
    if (file) rmSync(join(stateDir(repo), file), { force: true });
}

async function finishWindow(repo: Repository, journal: Journal): Promise<void> {
  const { window, headAfter } = journal;
  const recorded = [windowFile(repo), windowIndex(repo), join(repo.gitDir, WINDOW_REF)].some((file) =>
    existsSync(file),
  );
  if (window) {
    const draft = join(stateDir(repo), window.file);
    if (existsSync(draft)) renameSync(draft, windowIndex(repo));
    writeFlushed(windowFile(repo), `${JSON.stringify(window.open)}\n`);
    await commitRefs(repo, [`update ${WINDOW_REF} ${window.open.tip}\n`], {
      reason: `gtd: window of ${window.open.branch ?? "HEAD"}`,
      reflog: true,
    });
  }
  if (headAfter && !isAtNow(repo, headAfter) && mayMoveHead(repo, journal))
    await setHead(repo, headAfter, journal.operation);
  if (!window && recorded) {
    // The files go last: they are what says that there is something to close.
    await commitRefs(repo, [`delete ${WINDOW_REF}\n`], KEPT);
    rmSync(windowIndex(repo), { force: true });
    rmSync(windowFile(repo), { force: true });
  }
}

/** HEAD is ours to move only while it is where the operation left it. */
function mayMoveHead(repo: Repository, { headBefore, ref, to }: Journal): boolean {
  return isHeadAt(repo, headBefore) || (ref === "HEAD" && to !== null && isHeadAt(repo, { commit: to }));
}

/** Whether HEAD may be at a place, read from its file; true where refs are not kept in files. */
export function isHeadAt(repo: Repository, head: Head): boolean {
  return readHead(repo) === "ref: refs/heads/.invalid" || isAtNow(repo, head);
}

function isAtNow(repo: Repository, head: Head): boolean {
  return readHead(repo) === ("branch" in head ? `ref: ${head.branch}` : head.commit);
}

function readHead(repo: Repository): string {
  return readFileSync(join(repo.gitDir, "HEAD"), "utf8").trim();
}

async function setHead(repo: Repository, head: Head, operation: string): Promise<void> {
  const reason = `gtd: ${operation}`;
  if ("branch" in head) await runGit(repo, ["symbolic-ref", "-m", reason, "HEAD", head.branch]);
  else await commitRefs(repo, [NO_DEREF, `update HEAD ${head.commit}\n`], { reason });
}

function isInstalled(repo: Repository, hash: string): boolean {
  const path = join(repo.gitDir, "index");
  return existsSync(path) && hashFile(path) === hash;
}
