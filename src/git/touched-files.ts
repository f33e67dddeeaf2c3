import { runGit } from "./client.ts";
import type { Repository } from "./types.ts";

/** How many files each commit changed against its first parent. */
export async function countTouchedFiles(
  repo: Repository,
  commits: readonly string[],
): Promise<ReadonlyMap<string, number>> {
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
      "--name-only",
      "--no-show-signature",
      "--format=%x01%H",
    ],
    {
      input: `${commits.join("\n")}\n`,
    },
  );
  const counts = new Map<string, number>();
  for (const block of output.split("\x01").slice(1)) {
    const [hash = "", ...names] = block.split("\0").map((part) => part.trim());
    counts.set(hash, names.filter((name) => name !== "").length);
  }
  return counts;
}
