import { existsSync } from "node:fs";
import type { Change, Commit } from "../engine/types.ts";
import { EXIT, UserError } from "../errors.ts";
import { explainFailure } from "./failure.ts";
import { checkFit, checkMerged } from "./fitness.ts";
import { readLog, readStatus } from "./hot-read.ts";
import { hasJournal, readJournal } from "./journal.ts";
import { parseLog } from "./log.ts";
import { readLooseCommit } from "./loose-commit.ts";
import { isOnDisk } from "./on-disk.ts";
import type { IndexBase } from "./private-index.ts";
import { withWorkingTree } from "./quarantine.ts";
import { resolveRef } from "./refs.ts";
import { interpretStatus, interpretWorktree, parseStatus } from "./status.ts";
import type { Status } from "./status.ts";
import type { OpenWindow, Repository, Snapshot, SnapshotOptions } from "./types.ts";
import { findLostWindow, readWindowRef, refuseLostWindow } from "./window-commit.ts";
import { readWindowFile, windowIndex } from "./window-file.ts";
import { explainStatus, isStashed, journaledIndex, keptIndex, leftWindow, readTold, windowNow } from "./window-now.ts";

/** Enough for the 100 first parents that foreign commits are looked for in, so that one process does. */
const FIRST_CHUNK = 128;
const ATTEMPTS = 4;

/** Commits above a known one that are read one by one. */
const CLIMB = 16;

interface History {
  readonly commits: readonly Commit[];
  readonly complete: boolean;
}

interface Reading extends History {
  readonly status: Status;
  readonly window: OpenWindow | undefined;
}

/**
 * What git says about the worktree, in two processes side by side in the usual case; changes nothing.
 * Throws (exit 6) on an operation under way, unmerged paths, a moved branch under a window, a failing git.
 */
export async function readSnapshot(repo: Repository, options: SnapshotOptions): Promise<Snapshot> {
  checkFit(repo);
  const reading = (await readAgain(repo, options.known)) ?? (await readConsistently(repo));
  const { status, window } = reading;
  const { commits, complete } = await readOn(repo, reading, options);
  const tip = commits[0]?.hash ?? null;
  const changes =
    readQuickly(repo, status, window) ?? (await readExactly(repo, { tip, ...(window ? { window } : {}) }));
  return {
    tip,
    commits,
    complete,
    changes,
    clean: window === undefined && status.entries.length === 0 && status.untracked.length === 0,
    branch: window ? window.branch : status.branch,
    ...(window ? { window: (await isStashed(repo, window)) ? { ...window, stashed: true as const } : window } : {}),
    ...leftWindow(repo, status, window),
    journal: hasJournal(repo),
  };
}

/**
 * The state of the working tree, which says where HEAD is, with the history that is known from there on. Undefined
 * where HEAD left it, and where a window hides the tip.
 */
async function readAgain(repo: Repository, known: Snapshot | undefined): Promise<Reading | undefined> {
  if (known === undefined || readWindowFile(repo) !== undefined || readWindowRef(repo) !== undefined) return undefined;
  const status = await readStatus(repo).then(parseStatus, (error: unknown) => {
    throw explainFailure(error, "read the state of the working tree");
  });
  // A HEAD that was detached meanwhile may be a window's that lost its description.
  if (status.head === null || (status.branch === null && known.branch !== null)) return undefined;
  const commits = climb(repo, status.head, known.commits);
  if (commits === undefined) return undefined;
  checkMerged(status.unmerged);
  return { status, commits, complete: known.complete, window: undefined };
}

/** First parents from a commit on, when they soon meet one that is known. */
function climb(repo: Repository, from: string, known: readonly Commit[]): readonly Commit[] | undefined {
  const above: Commit[] = [];
  for (let hash: string | undefined = from; hash !== undefined && above.length < CLIMB;) {
    const at = hash;
    const met = known.findIndex((commit) => commit.hash === at);
    if (met >= 0) return [...above, ...known.slice(met)];
    const commit = readLooseCommit(repo, at);
    if (commit === undefined) return undefined;
    above.push(commit);
    hash = commit.parents[0];
  }
  return undefined;
}

/** Status and log of the same moment: a HEAD that moved between the two is read again. */
async function readConsistently(repo: Repository): Promise<Reading> {
  let recorded = readWindowFile(repo);
  const described = recorded !== undefined;
  let index = recorded && keptIndex(repo);
  let rolling = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const from = recorded ? (recorded.branch ?? recorded.tip) : "HEAD";
    const read = await readBoth(repo, from, index).catch(async (error: unknown) => {
      if (recorded && (await resolveRef(repo, from)) === null) return undefined;
      throw error;
    });
    if (recorded && read === undefined) {
      recorded = await readTold(repo, recorded, true);
      continue;
    }
    if (read === undefined) continue;
    const [status, commits] = read;
    checkMerged(status.unmerged);
    if (!recorded) {
      if (status.head !== (commits[0]?.hash ?? null)) continue;
      recorded = status.branch === null ? findLostWindow(repo, commits) : undefined;
      index = recorded && keptIndex(repo);
      if (recorded) continue;
      if (status.branch === null && !described) await refuseLostWindow(repo, status.head);
      return reading(status, commits, undefined);
    }
    const window = await windowNow(repo, status, recorded);
    if (!window) {
      [recorded, index] = [undefined, undefined];
      continue;
    }
    const tip = commits[0]?.hash;
    if (tip === window.tip) return reading(status, commits, window);
    const journal = readJournal(repo);
    if (journal === undefined || journal.to !== tip || journal.index === null) {
      recorded = await readTold(repo, recorded, false);
      continue;
    }
    if (rolling) return reading(status, commits, { ...window, tip: journal.to });
    [index, rolling] = [journaledIndex(repo, journal), true];
  }
  throw new UserError("HEAD keeps moving while gtd reads it", {
    code: "head-moving",
    exit: EXIT.unfit,
    next: ["wait for the other git process, then run the command again"],
  });
}

function reading(status: Status, commits: readonly Commit[], window: OpenWindow | undefined): Reading {
  return { status, commits, complete: commits.length < FIRST_CHUNK, window };
}

async function readBoth(repo: Repository, from: string, index: string | undefined): Promise<[Status, Commit[]]> {
  const [status, log] = await Promise.allSettled([readStatus(repo, index), readLog(repo, from, FIRST_CHUNK)]);
  if (status.status === "rejected") throw explainStatus(status.reason, index);
  const parsed = parseStatus(status.value);
  if (log.status === "fulfilled") return [parsed, parseLog(log.value)];
  // Before the first commit there is no log to read.
  if (parsed.head === null && from === "HEAD") return [parsed, []];
  throw explainFailure(log.reason, "read the history");
}

async function readOn(repo: Repository, first: History, { enough }: SnapshotOptions): Promise<History> {
  const commits = [...first.commits];
  let { complete } = first;
  for (let asked = FIRST_CHUNK; ;) {
    const below = commits.at(-1)?.parents[0];
    if (below === undefined || complete) return { commits, complete: true };
    if (await enough(commits)) return { commits, complete: false };
    asked *= 4;
    const more = await readLog(repo, below, asked).then(parseLog, (error: unknown) => {
      throw explainFailure(error, "read the history");
    });
    complete = more.length < asked;
    commits.push(...more);
  }
}

function readQuickly(repo: Repository, status: Status, window: OpenWindow | undefined): Change[] | null {
  if (!window) return interpretStatus(status, (path) => isOnDisk(repo.root, path));
  return existsSync(windowIndex(repo)) ? interpretWorktree(status) : null;
}

async function readExactly(repo: Repository, base: IndexBase): Promise<Change[]> {
  return withWorkingTree(repo, base, async ({ changes }) => changes.map(({ status, path }) => ({ status, path })));
}
