import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Change, Commit } from "../engine/types.ts";
import { EXIT, UserError } from "../errors.ts";
import { explainFailure } from "./failure.ts";
import { checkFit, checkMerged } from "./fitness.ts";
import { readLog, readStatus } from "./hot-read.ts";
import { hasJournal, readJournal } from "./journal.ts";
import type { Journal } from "./journal.ts";
import { parseLog } from "./log.ts";
import { readLooseCommit } from "./loose-commit.ts";
import { isOnDisk } from "./on-disk.ts";
import type { IndexBase } from "./private-index.ts";
import { withWorkingTree } from "./quarantine.ts";
import { emptyTree, isAncestor, resolveRef } from "./refs.ts";
import { interpretStatus, interpretWorktree, parseStatus } from "./status.ts";
import type { Status } from "./status.ts";
import type { OpenWindow, Repository, Snapshot, SnapshotOptions } from "./types.ts";
import { findLostWindow, readWindowCommit, readWindowRef, refuseLostWindow } from "./window-commit.ts";
import { readWindowFile, stateDir, windowIndex } from "./window-file.ts";

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
    ...(window ? { window } : {}),
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
      recorded = await readTold(repo, recorded);
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
      recorded = await readTold(repo, recorded);
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

/** The window as its commit tells it, where the file says something else. Throws `window-branch-moved` where both agree. */
async function readTold(repo: Repository, recorded: OpenWindow): Promise<OpenWindow> {
  const told = await readWindowCommit(repo, recorded.commit);
  if (told === undefined || (told.branch === recorded.branch && told.tip === recorded.tip)) throw branchMoved(recorded);
  return told;
}

function reading(status: Status, commits: readonly Commit[], window: OpenWindow | undefined): Reading {
  return { status, commits, complete: commits.length < FIRST_CHUNK, window };
}

/** The index of the tip that an interrupted command came to: still a draft, or in its place already. */
function journaledIndex(repo: Repository, { index, window }: Journal): string | undefined {
  const draft = join(stateDir(repo), (window ?? index)?.file ?? "");
  if (existsSync(draft)) return draft;
  return window === null ? join(repo.gitDir, "index") : keptIndex(repo);
}

/** The index that was kept under the window, while it is there. */
function keptIndex(repo: Repository): string | undefined {
  return existsSync(windowIndex(repo)) ? windowIndex(repo) : undefined;
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

function explainStatus(error: unknown, index: string | undefined): unknown {
  const explained = explainFailure(error, "read the state of the working tree");
  if (index === undefined || !(explained instanceof UserError) || explained.code !== "index-damaged") return explained;
  return new UserError(`"${index}", the index kept under the review window, is damaged`, {
    code: "index-damaged",
    exit: EXIT.unfit,
    ...(explained.detail === undefined ? {} : { detail: explained.detail }),
    next: [`rm "${index}"  # it is made again; nothing is lost with it`],
    cause: error,
  });
}

/** The recorded window while HEAD is at its commit, or above or beside it by commits made by hand; else it was left. */
async function windowNow(repo: Repository, status: Status, window: OpenWindow): Promise<OpenWindow | undefined> {
  if (status.branch !== null || status.head === null) return undefined;
  if (status.head === window.commit) return window;
  // Without its commit the record is damaged, or a stranger's.
  if ((await resolveRef(repo, window.commit)) === null) return undefined;
  const inside = (await isAncestor(repo, window.commit, status.head)) || (await isAmended(repo, status.head, window));
  return inside ? { ...window, head: status.head } : undefined;
}

/** The throw-away commit itself was amended: HEAD is beside it, on the same base. */
async function isAmended(repo: Repository, head: string, { base }: OpenWindow): Promise<boolean> {
  const parent = await resolveRef(repo, `${head}^`);
  return parent === null ? base === emptyTree(repo) : parent === base;
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

function branchMoved({ branch, tip }: OpenWindow): UserError {
  const name = branch ?? "HEAD";
  return new UserError(
    `"${name}" moved while the review window was open; the window shows what it was at ${tip.slice(0, 12)}`,
    {
      code: "window-branch-moved",
      exit: EXIT.unfit,
      next: [
        `git update-ref ${name} ${tip}  # back to where the window found it`,
        ...(branch === null
          ? []
          : [`git symbolic-ref HEAD ${branch} && git reset  # or leave the window and keep the branch as it is now`]),
      ],
    },
  );
}
