import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Repository } from "../git/types.ts";
import { readWorkingBytes, safePath, withFile } from "./paths.ts";

export type WorkingTree = Pick<Repository, "root" | "gitDir">;

/**
 * Writes a file of the working tree in one move, so that no reader and no crash sees half of it. Until then it lies in
 * the git directory, where a kill leaves nothing that a turn could capture; the lock removes it.
 */
export function writeWorkingFile({ root, gitDir }: WorkingTree, path: string, text: string | Uint8Array): void {
  const absolute = safePath(root, path);
  const name = `writing-${process.pid}-${randomBytes(6).toString("hex")}`;
  withFile(path, () => {
    const mode = lstatSync(absolute, { throwIfNoEntry: false })?.mode ?? 0o666;
    try {
      moveIn(join(gitDir, "gtd", name), absolute, text, mode);
    } catch (error) {
      if (!isOtherDisk(error)) throw error;
      moveIn(join(dirname(absolute), name), absolute, text, mode);
    }
  });
}

function moveIn(draft: string, to: string, text: string | Uint8Array, mode: number): void {
  mkdirSync(dirname(draft), { recursive: true });
  try {
    writeFileSync(draft, text, { mode });
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function isOtherDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EXDEV";
}

/** Writes a file over those bytes of it that were read; false, and nothing is written, when it is another file by now. */
export function replaceWorkingFile(
  repo: WorkingTree,
  path: string,
  { bytes, text }: { readonly bytes: Buffer; readonly text: string },
): boolean {
  if (readWorkingBytes(repo.root, path)?.equals(bytes) !== true) return false;
  writeWorkingFile(repo, path, text);
  return true;
}
