import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { catFile } from "./client.ts";
import { explained, GitFailure } from "./failure.ts";
import type { Repository } from "./types.ts";

/**
 * The contents of blobs, in the order of `ids`. What has just been written lies loose in the object directory and
 * is read from there; one `git cat-file --batch` reads the rest. Throws `git-object` (exit 6) for a missing one.
 */
export async function readBlobs(repo: Repository, ids: readonly string[]): Promise<readonly Buffer[]> {
  const found = new Map(ids.map((id) => [id, readLoose(repo, id)]));
  const rest = [...found].filter(([, content]) => content === undefined).map(([id]) => id);
  if (rest.length > 0) {
    const input = rest.map((id) => `${id}\n`).join("");
    const output = await explained(
      "read an object",
      catFile(repo, ["--batch"], { input }).then((bytes) => parseBatch(bytes, rest)),
    );
    for (const [at, id] of rest.entries()) found.set(id, output[at]);
  }
  return ids.map((id) => found.get(id) ?? Buffer.alloc(0));
}

function readLoose(repo: Repository, id: string): Buffer | undefined {
  let object: Buffer;
  try {
    object = inflateSync(readFileSync(join(repo.commonDir, "objects", id.slice(0, 2), id.slice(2))));
  } catch {
    return undefined;
  }
  const head = object.indexOf(0);
  const [type, size] = object.toString("latin1", 0, head).split(" ");
  const content = object.subarray(head + 1);
  return type === "blob" && content.length === Number(size) ? content : undefined;
}

function parseBatch(bytes: Buffer, ids: readonly string[]): Buffer[] {
  const contents: Buffer[] = [];
  let at = 0;
  for (const id of ids) {
    const end = bytes.indexOf(10, at);
    const [, type, size] = bytes.toString("latin1", at, end).split(" ");
    if (type !== "blob") throw new GitFailure(["cat-file"], 0, "", `bad object ${id}: not a blob of this repository`);
    contents.push(bytes.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}
