import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Commit } from "../engine/types.ts";
import type { Repository } from "./types.ts";

/**
 * A commit that was written a moment ago, read off its file in the object directory without a process, as `readLog`
 * tells it. Undefined where it lies elsewhere, in a pack, or is in another encoding than UTF-8: git reads those.
 */
export function readLooseCommit(repo: Repository, hash: string): Commit | undefined {
  let object: Buffer;
  try {
    object = inflateSync(readFileSync(join(repo.commonDir, "objects", hash.slice(0, 2), hash.slice(2))));
  } catch {
    return undefined;
  }
  const end = object.indexOf(0);
  const [type, size] = object.toString("latin1", 0, end).split(" ");
  const content = object.subarray(end + 1);
  if (type !== "commit" || content.length !== Number(size)) return undefined;
  return parseCommit(hash, content.toString("utf8"));
}

/** Header lines, an empty one, the message; a line that goes on begins with a blank (gitformat-pack is silent, git cat-file -p shows it). */
function parseCommit(hash: string, text: string): Commit | undefined {
  const gap = text.indexOf("\n\n");
  const head = text.slice(0, gap);
  const tree = /^tree (\S+)$/m.exec(head)?.[1];
  const committer = /^committer (.*?) ?<([^<>\n]*)> (\d+) [-+]\d+$/m.exec(head);
  if (gap < 0 || tree === undefined || committer === null || /^encoding /m.test(head)) return undefined;
  const [, name = "", email = "", time = ""] = committer;
  return {
    hash,
    tree,
    message: text.slice(gap + 2),
    parents: [...head.matchAll(/^parent (\S+)$/gm)].map(([, parent = ""]) => parent),
    committer: { name, email },
    time: Number(time),
  };
}
