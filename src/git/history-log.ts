import { runGit } from "./client.ts";
import type { Repository } from "./types.ts";

/** Subjects of a revision's first parents, newest first, each with its short hash. */
export async function readHistory(repo: Repository, revision: string): Promise<readonly string[]> {
  const output = await runGit(repo, [
    "log",
    "--first-parent",
    "--no-decorate",
    "--no-show-signature",
    "--format=%h %s",
    revision,
    "--",
  ]);
  return output.split("\n").filter((line) => line !== "");
}
