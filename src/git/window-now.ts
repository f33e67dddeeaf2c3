import { existsSync } from "node:fs";
import { join } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { runGit } from "./client.ts";
import { explained, explainFailure } from "./failure.ts";
import type { Journal } from "./journal.ts";
import { emptyTree, isAncestor, resolveRef } from "./refs.ts";
import type { Status } from "./status.ts";
import type { OpenWindow, Repository } from "./types.ts";
import { readWindowCommit } from "./window-commit.ts";
import { readWindowFile, stateDir, windowIndex } from "./window-file.ts";

/** A recorded window that HEAD is not in, unless it is back where the window would take it. */
export function leftWindow(
  repo: Repository,
  status: Status,
  window: OpenWindow | undefined,
): { readonly left?: OpenWindow } {
  const recorded = window ? undefined : readWindowFile(repo);
  if (recorded === undefined || status.branch === recorded.branch) return {};
  return { left: recorded };
}

/** Whether a stash was made inside the window: what it shows of the review is not in the working tree then. */
export async function isStashed(repo: Repository, window: OpenWindow): Promise<boolean> {
  if (!existsSync(join(repo.commonDir, "logs/refs/stash"))) return false;
  const parents = await explained("read the stashes", runGit(repo, ["log", "-g", "--format=%P", "refs/stash", "--"]));
  return parents.split("\n").some((line) => [window.commit, window.head].includes(line.split(" ", 1)[0]));
}

/** The recorded window while HEAD is at its commit, or above or beside it by commits made by hand; else it was left. */
export async function windowNow(repo: Repository, status: Status, window: OpenWindow): Promise<OpenWindow | undefined> {
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

/** The window as its commit tells it, where the file says something else. Throws `window-branch-moved` where both agree. */
export async function readTold(repo: Repository, recorded: OpenWindow, gone: boolean): Promise<OpenWindow> {
  const told = await readWindowCommit(repo, recorded.commit);
  if (told === undefined || (told.branch === recorded.branch && told.tip === recorded.tip))
    throw branchMoved(recorded, gone);
  return told;
}

/** The index of the tip that an interrupted command came to: still a draft, or in its place already. */
export function journaledIndex(repo: Repository, { index, window }: Journal): string | undefined {
  const draft = join(stateDir(repo), (window ?? index)?.file ?? "");
  if (existsSync(draft)) return draft;
  return window === null ? join(repo.gitDir, "index") : keptIndex(repo);
}

/** The index that was kept under the window, while it is there. */
export function keptIndex(repo: Repository): string | undefined {
  return existsSync(windowIndex(repo)) ? windowIndex(repo) : undefined;
}

/** Why the status could not be read; an index of our own that is damaged is named with what to do. */
export function explainStatus(error: unknown, index: string | undefined): unknown {
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

function branchMoved({ branch, tip }: OpenWindow, gone: boolean): UserError {
  const name = branch ?? "HEAD";
  return new UserError(
    `"${name}" ${gone ? "was deleted" : "moved"} while the review window was open; the window shows what it was at ${tip.slice(0, 12)}`,
    {
      code: "window-branch-moved",
      exit: EXIT.unfit,
      next: [
        `git update-ref ${name} ${tip}  # back to where the window found it`,
        ...(branch === null || gone
          ? []
          : [`git symbolic-ref HEAD ${branch} && git reset  # or leave the window and keep the branch as it is now`]),
      ],
    },
  );
}
