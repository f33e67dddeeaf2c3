import { checkEmbedded, checkNewFiles } from "./accidents.ts";
import { listGit } from "./client.ts";
import { draftFile } from "./draft.ts";
import { explained } from "./failure.ts";
import { checkSteering } from "./ignored.ts";
import { copyTipIndex, writeWorkingTree } from "./private-index.ts";
import { GITLINK } from "./tree-changes.ts";
import type { CapturedTree, CaptureOptions, Repository, Snapshot } from "./types.ts";

export { readBlobs } from "./blobs.ts";

/**
 * The working tree as one tree object, built in a private index; the user's index is untouched. Only under the
 * lock. Throws (exit 6) on what looks like an accident, on an ignored steering file, on a failing git.
 */
export async function captureTree(
  repo: Repository,
  snapshot: Snapshot,
  options: CaptureOptions,
): Promise<CapturedTree> {
  // Looks at names alone, so it need not be waited for before git reads the files.
  const steering = checkSteering(repo, options.steering);
  steering.catch(() => {});
  await checkEmbedded(
    repo,
    snapshot.changes.filter(({ status }) => status === "A").map(({ path }) => path),
  );
  const indexFile = draftFile(repo, "index");
  await copyTipIndex(repo, snapshot, indexFile);
  const { changes, tree } = await writeWorkingTree(repo, snapshot, indexFile);
  await steering;
  await checkEmbedded(
    repo,
    changes.filter(({ before, after }) => after?.mode === GITLINK && before?.mode !== GITLINK).map(({ path }) => path),
  );
  checkNewFiles(repo, changes, options);
  return { tree, changes, indexFile };
}

/** Every path of a tree, links to submodules included, in git's order. */
export async function listTree(repo: Repository, tree: string): Promise<readonly string[]> {
  const output = await explained(
    "list a tree",
    listGit(repo, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree]),
  );
  return output.split("\0").slice(0, -1);
}
