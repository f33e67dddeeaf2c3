import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Commit } from "../engine/types.ts";
import { EXIT, UserError } from "../errors.ts";
import { runGit } from "./client.ts";
import { explained } from "./failure.ts";
import { readLog } from "./hot-read.ts";
import { parseLog } from "./log.ts";
import type { OpenWindow, Repository } from "./types.ts";
import { parseWindow, windowFile, WINDOW_REF } from "./window-file.ts";

/** How many commits made by hand inside a window are looked through for its own. */
const READ_THROUGH = 100;

const SUBJECT = "review window: the changes under review";

/** The message of a throw-away commit: it says all that is known of the window, should its file be lost. */
export function renderWindowMessage({ base, branch, tip }: Omit<OpenWindow, "commit">): string {
  return [
    SUBJECT,
    "",
    "A throw-away commit of gtd, part of no branch: against it an editor shows",
    "the whole review as uncommitted changes. The next step closes it, and so",
    'does "gtd window close".',
    "",
    `branch: ${branch ?? "(detached)"}`,
    `tip: ${tip}`,
    `base: ${base}`,
    "",
  ].join("\n");
}

/** The window of a throw-away commit, undefined for any other commit. */
export function parseWindowCommit({ hash, message }: Pick<Commit, "hash" | "message">): OpenWindow | undefined {
  if (!message.startsWith(`${SUBJECT}\n`)) return undefined;
  const read = (name: string): string | undefined => new RegExp(`^${name}: (.+)$`, "m").exec(message)?.[1];
  const branch = read("branch");
  return parseWindow({
    base: read("base"),
    commit: hash,
    branch: branch === "(detached)" ? null : branch,
    tip: read("tip"),
  });
}

/** The tip that the ref of the window holds, read from its file; undefined when there is none. */
export function readWindowRef(repo: Repository): string | undefined {
  try {
    return readFileSync(join(repo.gitDir, WINDOW_REF), "utf8").trim();
  } catch {
    return undefined;
  }
}

/**
 * The window that a detached HEAD is in although no file describes it: at its throw-away commit, or above it while
 * the window's ref still stands. `commits` are the first parents of HEAD.
 */
export function findLostWindow(repo: Repository, commits: readonly Commit[]): OpenWindow | undefined {
  const [head] = commits;
  const window = head && parseWindowCommit(head);
  if (window) return window;
  const tip = readWindowRef(repo);
  if (tip === undefined) return undefined;
  for (const commit of commits) {
    const below = parseWindowCommit(commit);
    if (below) return below.tip === tip ? below : undefined;
  }
  return undefined;
}

/** The window that a commit tells of, undefined when it tells of none or is not there. */
export async function readWindowCommit(repo: Repository, commit: string): Promise<OpenWindow | undefined> {
  const [head] = await readLog(repo, commit, 1).then(parseLog, () => []);
  return head && parseWindowCommit(head);
}

/** What `findLostWindow` answers, with the history still to be read. */
export async function readLostWindow(repo: Repository): Promise<OpenWindow | undefined> {
  if (readFileSync(join(repo.gitDir, "HEAD"), "utf8").startsWith("ref:")) return undefined;
  return findLostWindow(repo, parseLog(await explained("read the history", readLog(repo, "HEAD", READ_THROUGH))));
}

/**
 * Throws `window-damaged` (exit 6) when the ref of a window stands, its file does not say what is in it, and a
 * detached HEAD gives no answer either.
 */
export async function refuseLostWindow(repo: Repository, head: string | null): Promise<void> {
  const tip = readWindowRef(repo);
  if (tip === undefined || head === null || head === tip) return;
  const branches = await explained(
    "list the branches",
    runGit(repo, ["for-each-ref", `--points-at=${tip}`, "--format=%(refname)", "refs/heads"]),
  );
  const branch = branches.split("\n").find((name) => name !== "");
  const attach = branch === undefined ? `git update-ref --no-deref HEAD ${tip}` : `git symbolic-ref HEAD ${branch}`;
  throw new UserError(
    `"${windowFile(repo)}" is damaged or gone, so it cannot be told whether the review window is open`,
    {
      code: "window-damaged",
      exit: EXIT.unfit,
      detail: `HEAD is detached at ${head.slice(0, 12)}; the review was of ${tip.slice(0, 12)}`,
      next: [
        `${attach} && git reset  # out of the window; every file stays as it is`,
        `git update-ref -d ${WINDOW_REF}  # or stay here, where HEAD is detached`,
      ],
    },
  );
}
