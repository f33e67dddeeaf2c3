import { compareBytes } from "./byte-order.ts";
import { listGit } from "./client.ts";
import { explained } from "./failure.ts";
import type { Repository, Snapshot } from "./types.ts";
import { windowIndex } from "./window-file.ts";

/** Tracked and untracked paths as they are on disk, ignored and sparse ones aside, in byte order. */
export async function workingPaths(repo: Repository, snapshot: Snapshot): Promise<readonly string[]> {
  const call = snapshot.window ? { index: windowIndex(repo) } : {};
  const output = await explained(
    "list the working tree",
    listGit(repo, ["ls-files", "-z", "-t", "--cached", "--others", "--deleted", "--exclude-standard"], call),
  );
  const there = new Set<string>();
  const gone = new Set<string>();
  for (const record of output.split("\0")) {
    const path = record.slice(2).replace(/\/$/, "");
    if (record.startsWith("R ")) gone.add(path);
    else if (record.startsWith("H ") || record.startsWith("? ")) there.add(path);
  }
  return [...there].filter((path) => !gone.has(path)).sort(compareBytes);
}
