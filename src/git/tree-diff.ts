import { listGit } from "./client.ts";
import { parseTreeChanges } from "./tree-changes.ts";
import type { Repository, TreeChange } from "./types.ts";

/** The changes from one tree or commit to another, without renames, sorted by path. Rejects with `GitFailure`. */
export async function readTreeDiff(
  repo: Repository,
  from: string,
  to: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TreeChange[]> {
  return parseTreeChanges(
    await listGit(
      repo,
      ["diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", "--end-of-options", from, to, "--"],
      { env },
    ),
  );
}
