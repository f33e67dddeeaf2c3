import { runGit } from "./client.ts";
import type { Repository } from "./types.ts";

/** What a commit changed against its first parent; lines are absent where git counts none, as of binary files. */
export interface Touched {
  readonly files: number;
  readonly insertions?: number;
  readonly deletions?: number;
}

/** By hash, how many files and lines each commit changed against its first parent; one git process for all of them. */
export async function countTouchedFiles(
  repo: Repository,
  commits: readonly string[],
): Promise<ReadonlyMap<string, Touched>> {
  if (commits.length === 0) return new Map();
  const output = await runGit(
    repo,
    [
      "log",
      "--no-walk=unsorted",
      "--stdin",
      "-m",
      "--first-parent",
      "-z",
      "--no-renames",
      "--no-ext-diff",
      "--no-textconv",
      "--numstat",
      "--no-show-signature",
      "--format=%x01%H",
    ],
    {
      input: `${commits.join("\n")}\n`,
    },
  );
  return parseNumstat(output);
}

function parseNumstat(output: string): ReadonlyMap<string, Touched> {
  const counts = new Map<string, Touched>();
  let hash = "";
  for (const part of output.split("\0")) {
    const [, commit] = /^\n*\u0001([0-9a-f]+)$/.exec(part) ?? [];
    if (commit !== undefined) counts.set((hash = commit), { files: 0 });
    const [, added, deleted] = /^\n*(\d+|-)\t(\d+|-)\t/.exec(part) ?? [];
    if (added === undefined || deleted === undefined) continue;
    const { files, insertions = 0, deletions = 0 } = counts.get(hash) ?? { files: 0 };
    const lines = { insertions: insertions + Number(added), deletions: deletions + Number(deleted) };
    counts.set(hash, { ...counts.get(hash), files: files + 1, ...(added === "-" ? {} : lines) });
  }
  return counts;
}
