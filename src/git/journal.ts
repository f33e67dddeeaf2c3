import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import type { OpenWindow, Repository } from "./types.ts";
import { isHash, parseWindow, stateDir } from "./window-file.ts";

/** A working tree file that an operation removes or writes once the ref has moved. */
export interface FileMove {
  readonly path: string;
  /** What the file holds when nobody touched it meanwhile; null when there is none. */
  readonly before: string | null;
  /** What it is to hold; null removes it. */
  readonly after: string | null;
}

/** Where HEAD points: at a branch, or at a commit. */
export type Head = { readonly branch: string } | { readonly commit: string };

/** What remains to be done once `ref` is at `to` (document 3, 3.2). File names are relative to `<gitDir>/gtd`. */
export interface Journal {
  readonly operation: string;
  /** The ref whose move decides: a branch, or "HEAD" itself. */
  readonly ref: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The index to install, and the hash of its bytes, by which our own `index.lock` is known. */
  readonly index: { readonly file: string; readonly hash: string } | null;
  readonly files: readonly FileMove[];
  /** Where HEAD was, and where it is to be beyond the move of `ref`; null leaves it. */
  readonly headBefore: Head;
  readonly headAfter: Head | null;
  /** The window that is to be open afterwards and the index kept under it. */
  readonly window: { readonly open: OpenWindow; readonly file: string } | null;
  /** Refs written before the move, with what they were, so that taking it back restores them. */
  readonly kept: readonly { readonly ref: string; readonly before: string | null }[];
  /** Refs that go once all is done. */
  readonly forget: readonly string[];
}

function journalFile(repo: Repository): string {
  return join(stateDir(repo), "journal.json");
}

export function hasJournal(repo: Repository): boolean {
  return existsSync(journalFile(repo));
}

/** The journal that an interrupted command left, with the index file's path made absolute. */
export function readJournal(repo: Repository): Journal | undefined {
  let text: string;
  try {
    text = readFileSync(journalFile(repo), "utf8");
  } catch {
    return undefined;
  }
  const journal = parseJournal(text);
  if (journal) return journal;
  throw new UserError(`"${journalFile(repo)}" is damaged, so the interrupted command cannot be finished`, {
    code: "journal-damaged",
    exit: EXIT.unfit,
    next: [
      "git reflog  # shows where HEAD was",
      `rm "${journalFile(repo)}"  # HEAD and the working tree stay as they are`,
    ],
  });
}

/** Writes the journal whole and flushed: from here on an interrupted command is finished by the next one. */
export function writeJournal(repo: Repository, journal: Journal): void {
  writeFlushed(journalFile(repo), `${JSON.stringify({ version: 1, ...journal })}\n`);
}

export function removeJournal(repo: Repository): void {
  rmSync(journalFile(repo), { force: true });
}

/** Puts a file in its place at once, its bytes and its name on the disk. */
export function writeFlushed(path: string, text: string): void {
  const draft = join(dirname(path), `draft-${process.pid}-flush`);
  const file = openSync(draft, "w");
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  flush(dirname(path));
}

/** Flushes a file or directory; a file system that cannot is no reason to fail. */
export function flush(path: string): void {
  try {
    const file = openSync(path, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // Some file systems refuse to flush a directory.
  }
}

export function hashFile(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** A journal from its text, undefined when anything in it is not what `writeJournal` writes. */
function parseJournal(text: string): Journal | undefined {
  try {
    const { version, ...journal } = JSON.parse(text) as { version: unknown } & Journal;
    return version === 1 && isJournal(journal) ? journal : undefined;
  } catch {
    // No JSON, or a part of another kind than it has to be.
    return undefined;
  }
}

function isJournal({ operation, ref, from, to, index, files, headBefore, headAfter, window, kept, forget }: Journal) {
  return (
    typeof operation === "string" &&
    isRef(ref) &&
    isTip(from) &&
    isTip(to) &&
    (index === null || (isDraft(index.file) && typeof index.hash === "string")) &&
    files.every(({ path, before, after }) => typeof path === "string" && isTip(before) && isTip(after)) &&
    isHead(headBefore) &&
    (headAfter === null || isHead(headAfter)) &&
    (window === null || (parseWindow(window.open) !== undefined && isDraft(window.file))) &&
    kept.every((one) => isRef(one.ref) && isTip(one.before)) &&
    forget.every((one) => isRef(one))
  );
}

function isTip(value: unknown): boolean {
  return value === null || isHash(value);
}

function isRef(value: unknown): boolean {
  return value === "HEAD" || (typeof value === "string" && value.startsWith("refs/"));
}

/** A private file by its bare name. */
function isDraft(value: unknown): boolean {
  return typeof value === "string" && /^draft-[\w-]+$/.test(value);
}

function isHead(head: Head): boolean {
  return "branch" in head ? isRef(head.branch) : isHash(head.commit);
}
