import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { copyTipIndex, readTree } from "./private-index.ts";
import type { Repository, Snapshot } from "./types.ts";
import { stateDir } from "./window-file.ts";

/** A new name for a private file in `<gitDir>/gtd`; the lock removes what is left of these. */
export function draftFile(repo: Repository, kind: string): string {
  return join(stateDir(repo), `draft-${process.pid}-${randomBytes(6).toString("hex")}-${kind}`);
}

/** A private index that holds `tree` (null: nothing) and knows the files that stay the same. */
export async function draftIndex(repo: Repository, snapshot: Snapshot, tree: string | null): Promise<string> {
  const file = draftFile(repo, "index");
  await copyTipIndex(repo, snapshot, file);
  await readTree(repo, tree, file);
  return file;
}
