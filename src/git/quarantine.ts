import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addWorkingTree, copyTipIndex } from "./private-index.ts";
import type { IndexBase } from "./private-index.ts";
import type { Repository, TreeChange } from "./types.ts";

export interface Quarantine {
  /** A private index that holds the working tree. */
  readonly index: string;
  /** What a git call needs to see the objects that are not in the repository. */
  readonly env: Readonly<Record<string, string>>;
  readonly changes: readonly TreeChange[];
}

/**
 * Reads the working tree by content and hands the result to `work`, without a trace: new objects go to a
 * temporary directory that has the repository's as alternate, so a read command changes nothing.
 */
export async function withWorkingTree<T>(
  repo: Repository,
  base: IndexBase,
  work: (quarantine: Quarantine) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "gtd-read-"));
  try {
    const objects = join(dir, "objects");
    mkdirSync(objects);
    const env = {
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quote(join(repo.commonDir, "objects")),
    };
    const index = join(dir, "index");
    await copyTipIndex(repo, base, index);
    const changes = await addWorkingTree(repo, base, index, env);
    return await work({ index, env, changes });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The list of alternates is separated by colons; an entry that has one is written as a C string. */
function quote(path: string): string {
  return /[:"\n]/.test(path) ? `"${path.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"` : path;
}
