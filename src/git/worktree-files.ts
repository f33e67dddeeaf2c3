import { lstatSync, readlinkSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { runGit } from "./client.ts";
import { diskPath } from "./file-name.ts";
import type { FileMove } from "./journal.ts";
import { objectId } from "./object-id.ts";
import { isOnDisk } from "./on-disk.ts";
import type { Repository } from "./types.ts";

/**
 * Removes and writes working tree files, each only while its content is still the recorded one: what somebody
 * wrote meanwhile stays. May be run again after an interruption. `index` holds what is to be written.
 */
export async function moveFiles(repo: Repository, files: readonly FileMove[], index: string): Promise<void> {
  const now = await readBlobIds(
    repo,
    files.map(({ path }) => path),
  );
  const untouched = files.filter(({ path, before }) => now.get(path) === before);
  for (const { path, after } of untouched) if (after === null) unlinkSync(diskPath(join(repo.root, path)));
  // Of all that are gone: an interrupted command may have come just so far.
  for (const { path, after } of files) if (after === null && !isThere(repo, path)) removeEmptyDirectories(repo, path);
  const written = untouched.filter(({ after }) => after !== null);
  if (written.length === 0) return;
  await runGit(repo, ["checkout-index", "--force", "-z", "--stdin"], {
    index,
    input: written.map(({ path }) => `${path}\0`).join(""),
  });
}

/** The blob id of each path as `git add` would store it; null when it is not there, empty when it is no file. */
async function readBlobIds(repo: Repository, paths: readonly string[]): Promise<Map<string, string | null>> {
  const ids = new Map<string, string | null>();
  const regular: string[] = [];
  for (const path of paths) {
    const at = diskPath(join(repo.root, path));
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (!stats || !isOnDisk(repo.root, path)) ids.set(path, stats?.isDirectory() ? "" : null);
    else if (stats.isSymbolicLink()) ids.set(path, objectId(repo, "blob", readlinkSync(at, { encoding: "buffer" })));
    else if (stats.isFile()) regular.push(path);
    else ids.set(path, "");
  }
  if (regular.length === 0) return ids;
  const lines = await runGit(repo, ["hash-object", "--stdin-paths"], { input: regular.map(quoteLine).join("") });
  for (const [at, id] of lines.split("\n").entries()) {
    const path = regular[at];
    if (path !== undefined) ids.set(path, id);
  }
  return ids;
}

/** A line that git takes for this path: one that begins with a quote or holds a newline is written as a C string. */
function quoteLine(path: string): string {
  return /^"|[\n\r]/.test(path)
    ? `"${path.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r")}"\n`
    : `${path}\n`;
}

function isThere(repo: Repository, path: string): boolean {
  return lstatSync(diskPath(join(repo.root, path)), { throwIfNoEntry: false }) !== undefined;
}

/** Removes the directories that a file left empty, the root and the directory gtd was started in aside. */
function removeEmptyDirectories(repo: Repository, path: string): void {
  for (let dir = dirname(path); dir !== "."; dir = dirname(dir)) {
    if (dir === repo.prefix || `${repo.prefix}/`.startsWith(`${dir}/`)) return;
    try {
      rmdirSync(diskPath(join(repo.root, dir)));
    } catch {
      return;
    }
  }
}
