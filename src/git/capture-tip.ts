import { existsSync } from "node:fs";
import { join } from "node:path";
import { draftFile } from "./draft.ts";
import { checkSteering } from "./ignored.ts";
import { copyIndex } from "./private-index.ts";
import type { CapturedTree, Repository, Snapshot } from "./types.ts";

/**
 * What `captureTree` answers where git has just said that tree and index are the tip's: the tip's own tree, without
 * a process. Undefined where anything differs. What is saved after git looked stays pending, as always.
 */
export async function captureTip(
  repo: Repository,
  snapshot: Snapshot,
  steering: readonly string[],
): Promise<CapturedTree | undefined> {
  const tree = snapshot.commits[0]?.tree;
  const index = join(repo.gitDir, "index");
  if (!snapshot.clean || tree === undefined || !existsSync(index)) return undefined;
  await checkSteering(repo, steering);
  const indexFile = draftFile(repo, "index");
  copyIndex(index, indexFile);
  return { tree, changes: [], indexFile };
}
