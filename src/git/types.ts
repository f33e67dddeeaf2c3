import type { Change, Commit } from "../engine/types.ts";

/** A working tree and its git directories; absolute, links resolved. Found by reading files, no process. */
export interface Repository {
  readonly root: string;
  /** The worktree's own git directory: lock, journal and window live in `<gitDir>/gtd/`. */
  readonly gitDir: string;
  /** The git directory that linked worktrees share. */
  readonly commonDir: string;
  /** The directory gtd was started in, relative to `root`; empty at the root, no trailing slash. */
  readonly prefix: string;
}

/** The review window while it is open (`<gitDir>/gtd/window.json` and `refs/worktree/gtd/window`). */
export interface OpenWindow {
  /** The review base. */
  readonly base: string;
  /** The throw-away commit that HEAD is detached at. */
  readonly commit: string;
  /** The full ref that HEAD pointed to before, null when it was detached. */
  readonly branch: string | null;
  /** Where that ref (or the detached HEAD) stood. */
  readonly tip: string;
  /** Where HEAD is now, when a commit was made by hand inside the window; the close keeps it. */
  readonly head?: string;
  /** `git stash` took a part of what it shows out of the working tree. */
  readonly stashed?: true;
}

/** What git says about a worktree, read through an open window: `tip` and `changes` are the branch's. */
export interface Snapshot {
  /** Null in a repository without commits. */
  readonly tip: string | null;
  /** Full ref name of the branch, null when HEAD is detached. */
  readonly branch: string | null;
  /** First parents from the tip, newest first: as many as `enough` asked for. */
  readonly commits: readonly Commit[];
  /** Whether `commits` reaches the root or the border of a shallow clone. */
  readonly complete: boolean;
  /** Sorted by path, in byte order. */
  readonly changes: readonly Change[];
  /** Whether index and working tree are both the tip's, so that nothing of either needs to be read again. */
  readonly clean: boolean;
  readonly window?: OpenWindow;
  /** A window that another branch or commit was checked out of, without closing it. */
  readonly left?: OpenWindow;
  /** An interrupted command left a journal: the next changing command finishes it. */
  readonly journal: boolean;
}

export interface SnapshotOptions {
  /** Called with the commits read so far; reading goes on in growing chunks until it says yes or the history ends. */
  readonly enough: (commits: readonly Commit[]) => boolean | Promise<boolean>;
  /** What was read before: its history is gone on from where HEAD has not left it, which spares a process. */
  readonly known?: Snapshot;
}

/** A change as a tree holds it; blob ids and modes are null on the side that has no file. */
export interface TreeChange extends Change {
  readonly before: { readonly mode: string; readonly blob: string } | null;
  readonly after: { readonly mode: string; readonly blob: string } | null;
}

export interface CaptureOptions {
  /** Bytes; a new file above it is an accident unless `allowLarge`. */
  readonly limit: number;
  readonly allowLarge: boolean;
  /** Take a new link that leaves the repository. */
  readonly allowLink: boolean;
  /** Steering and capture paths of the workflow: refused when git ignores one of them. */
  readonly steering: readonly string[];
}

/** The working tree as one tree object, in a private index; what `decide()` judges and a turn commits. */
export interface CapturedTree {
  readonly tree: string;
  /** Against the snapshot's tip, sorted by path. */
  readonly changes: readonly TreeChange[];
  /** The private index file that holds the tree. */
  readonly indexFile: string;
}

/** The lock of a worktree, held by the running command; every changing operation asks for it. */
export interface WorktreeLock {
  readonly repo: Repository;
}

/** What a review window shows. */
export interface WindowPlan {
  /** Hash of the review base. */
  readonly base: string;
  /** Paths that stay as at the tip: steering files and whatever a squash drops. */
  readonly keep: (path: string) => boolean;
}

export interface TurnInput {
  readonly snapshot: Snapshot;
  /** Absent for a turn that leaves tree and index as they are (a start, an attempt, a boundary). */
  readonly captured?: CapturedTree;
  /** Whole message: subject, body, trailers. */
  readonly message: string;
  /** Open the window behind the turn. An open one is closed first, always. */
  readonly open?: WindowPlan;
  readonly hooks: "squash" | "turns" | "never";
}

export interface SquashInput {
  readonly snapshot: Snapshot;
  readonly captured: CapturedTree;
  /** The process's start parent; null when it began at the root. */
  readonly start: string | null;
  readonly message: string;
  readonly drop: (path: string) => boolean;
  /** Pending paths that fired the row: consumed, that is removed from the working tree. */
  readonly consumed: readonly string[];
  readonly allowEmpty: boolean;
  readonly hooks: "squash" | "turns" | "never";
}

export interface SquashResult {
  /** Null when the tree equals the start parent's and nothing was committed. */
  readonly commit: string | null;
  /** Whole message of the commit as it landed (a `commit-msg` hook may have changed it). */
  readonly message: string;
  /** The tip that was squashed; kept under `refs/worktree/gtd/history` and `refs/gtd/history/<tip>`. */
  readonly history: string;
  /** Pending paths that were left pending. */
  readonly left: readonly string[];
}
