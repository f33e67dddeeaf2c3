import { lstatSync } from "node:fs";
import { join } from "node:path";
import { diskPath } from "./file-name.ts";

/** Whether a path of the tree is there as a file or link, with no link on the way to it. */
export function isOnDisk(root: string, path: string): boolean {
  const segments = path.split("/");
  let at = root;
  for (const [index, segment] of segments.entries()) {
    at = join(at, segment);
    const stats = lstatSync(diskPath(at), { throwIfNoEntry: false });
    if (!stats) return false;
    const last = index === segments.length - 1;
    if (last ? stats.isDirectory() : !stats.isDirectory()) return false;
  }
  return true;
}
