import { sortByPath } from "./byte-order.ts";
import type { TreeChange } from "./types.ts";

/** No file at that side of a change. */
const NONE = "000000";

/** Changes from `--raw -z` output without renames, sorted by path. Throws on output that is cut short. */
export function parseTreeChanges(raw: string): TreeChange[] {
  const fields = raw.split("\0");
  if (fields.pop() !== "" || fields.length % 2 !== 0) throw new Error("git diff ended in the middle of a change");
  const changes: TreeChange[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const [, modeBefore, modeAfter, blobBefore, blobAfter] =
      /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) [ADMTU]/.exec(fields[at] ?? "") ?? [];
    const path = fields[at + 1];
    if (!modeBefore || !modeAfter || !blobBefore || !blobAfter || path === undefined)
      throw new Error(`git diff printed an unknown change: ${fields[at]}`);
    const before = modeBefore === NONE ? null : { mode: modeBefore, blob: blobBefore };
    const after = modeAfter === NONE ? null : { mode: modeAfter, blob: blobAfter };
    changes.push({ status: before === null ? "A" : after === null ? "D" : "M", path, before, after });
  }
  return sortByPath(changes);
}

/** A link to a commit: a submodule or a repository inside this one. */
export const GITLINK = "160000";
export const SYMLINK = "120000";
