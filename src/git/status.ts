import type { Change } from "../engine/types.ts";
import { sortByPath } from "./byte-order.ts";
import { decodeNames } from "./file-name.ts";

/** A tracked path that differs somewhere; modes are six octal digits, `000000` on a side without a file. */
export interface StatusEntry {
  /** HEAD against the index. */
  readonly x: string;
  /** The index against the working tree. */
  readonly y: string;
  readonly headMode: string;
  readonly workMode: string;
  readonly headBlob: string;
  readonly path: string;
}

export interface Status {
  /** Null before the first commit. */
  readonly head: string | null;
  /** Full ref name, null when HEAD is detached. */
  readonly branch: string | null;
  readonly entries: readonly StatusEntry[];
  readonly untracked: readonly string[];
  readonly unmerged: readonly string[];
}

/** Data from the bytes of `readStatus`. Throws on a record that porcelain v2 does not have. */
export function parseStatus(bytes: Buffer): Status {
  const result = { head: null as string | null, branch: null as string | null };
  const entries: StatusEntry[] = [];
  const untracked: string[] = [];
  const unmerged: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start);
    if (end < 0) throw new Error("git status ended in the middle of a record");
    const record = decodeNames(bytes.subarray(start, end));
    start = end + 1;
    switch (record[0]) {
      case "1":
        entries.push(parseEntry(record));
        break;
      // A directory here is a repository inside this one; its link has no slash.
      case "?":
        untracked.push(record.endsWith("/") ? record.slice(2, -1) : record.slice(2));
        break;
      case "u":
        unmerged.push(record.split(" ").slice(10).join(" "));
        break;
      case "#":
        parseHeader(record, result);
        break;
      default:
        throw new Error(`git status printed an unknown record: ${record}`);
    }
  }
  return { ...result, entries, untracked, unmerged };
}

function parseHeader(record: string, into: { head: string | null; branch: string | null }): void {
  const [, key, value] = /^# (\S+) (.*)$/s.exec(record) ?? [];
  if (key === "branch.oid" && value !== "(initial)") into.head = value ?? null;
  if (key === "branch.head" && value !== undefined && value !== "(detached)") {
    into.branch = value.startsWith("refs/") ? value : `refs/heads/${value}`;
  }
}

/** `1 XY sub mH mI mW hH hI path`; only the path may hold blanks. */
function parseEntry(record: string): StatusEntry {
  const fields = record.split(" ", 8);
  const [, xy, , headMode, , workMode, headBlob] = fields;
  if (
    fields.length < 8 ||
    xy === undefined ||
    headMode === undefined ||
    workMode === undefined ||
    headBlob === undefined
  ) {
    throw new Error(`git status printed a record that is cut short: ${record}`);
  }
  const length = fields.reduce((sum, field) => sum + field.length + 1, 0);
  return { x: xy.charAt(0), y: xy.charAt(1), headMode, workMode, headBlob, path: record.slice(length) };
}

/** Nothing at that side. */
const NONE = "000000";
/** The empty file in SHA-1 and SHA-256: what the index holds for `git add -N`. */
const EMPTY_BLOBS = new Set([
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
]);

/**
 * The changes of the working tree against HEAD, or null when this status cannot tell: the index differs from
 * both, so that only the content can say (document 3, 3.1). `onDisk` says whether a path is there as a file.
 */
export function interpretStatus(status: Status, onDisk: (path: string) => boolean): Change[] | null {
  const changes: Change[] = status.untracked.map((path) => ({ status: "A", path }));
  for (const entry of status.entries) {
    const verdict = judge(entry, onDisk);
    if (verdict === "ambiguous") return null;
    if (verdict !== "none") changes.push({ status: verdict, path: entry.path });
  }
  return sortByPath(changes);
}

function judge(
  { x, y, headMode, workMode, headBlob, path }: StatusEntry,
  onDisk: (path: string) => boolean,
): Change["status"] | "none" | "ambiguous" {
  if (x === ".") {
    if (y === "A") return workMode === NONE ? "none" : "A";
    // An `add -N` file that is gone again looks like a deleted empty file.
    if (y === "D") return EMPTY_BLOBS.has(headBlob) ? "ambiguous" : "D";
    return "M";
  }
  if (x === "D") return onDisk(path) ? "ambiguous" : "D";
  if (x === "A") return y === "D" ? "none" : "A";
  if (y === ".") return "M";
  if (y === "D") return headMode === NONE ? "none" : "D";
  return "ambiguous";
}

/** The changes against the index alone: what is pending under a review window, whose index is the tip's. */
export function interpretWorktree(status: Status): Change[] {
  const changes: Change[] = status.untracked.map((path) => ({ status: "A", path }));
  for (const { y, path } of status.entries) {
    if (y !== ".") changes.push({ status: y === "D" ? "D" : y === "A" ? "A" : "M", path });
  }
  return sortByPath(changes);
}
