import type { Commit } from "../engine/types.ts";
import { EXIT, UserError } from "../errors.ts";
import { runGit } from "./client.ts";
import { GitFailure } from "./failure.ts";
import { readLog } from "./hot-read.ts";
import { parseLog } from "./log.ts";
import type { Repository } from "./types.ts";

/** Hashes of a range's first parents, newest first: `main..HEAD`, or all below one revision. Throws `unknown-range`. */
export async function listRange(repo: Repository, range: string): Promise<readonly string[]> {
  try {
    const output = await runGit(repo, ["rev-list", "--first-parent", "--end-of-options", range, "--"]);
    return output.split("\n").filter((line) => line !== "");
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new UserError(`"${range}" is no range of commits`, {
      code: "unknown-range",
      exit: EXIT.usage,
      next: ["gtd test --replay main..HEAD", "git log --oneline --first-parent"],
      cause: error,
    });
  }
}

/** First parents from a commit, newest first; at most so many. */
export async function readCommits(repo: Repository, from: string, count: number): Promise<readonly Commit[]> {
  return parseLog(await readLog(repo, from, count));
}
