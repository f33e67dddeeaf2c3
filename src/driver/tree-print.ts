import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { diskPath } from "../git/file-name.ts";
import { readSnapshot } from "../git/snapshot.ts";
import type { Repository, Snapshot } from "../git/types.ts";

/**
 * A fingerprint of what is pending and where HEAD stands; it differs after any change that git would see. Undefined
 * when git cannot tell now, as while the agent itself runs git.
 */
export async function printTree(repo: Repository, known: Snapshot): Promise<string | undefined> {
  try {
    return printSnapshot(repo, await readSnapshot(repo, { enough: () => true, known }));
  } catch {
    return undefined;
  }
}

/** The same of what git said before. */
export function printSnapshot(repo: Repository, { tip, changes }: Snapshot): string {
  const hash = createHash("sha256").update(String(tip));
  for (const { status, path } of changes) {
    const stats = lstatSync(diskPath(join(repo.root, path)), { throwIfNoEntry: false });
    hash.update(`\0${status}${path}\0${stats?.mtimeMs ?? ""} ${stats?.size ?? ""}`);
  }
  return hash.digest("hex");
}
