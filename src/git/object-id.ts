import { createHash } from "node:crypto";
import { readConfig } from "./repository.ts";
import type { Repository } from "./types.ts";

type ObjectFormat = "sha1" | "sha256";

function objectFormat(repo: Repository): ObjectFormat {
  return readConfig(repo.commonDir)("extensions", "objectformat")?.toLowerCase() === "sha256" ? "sha256" : "sha1";
}

/** The id that git gives to `content`, unfiltered, as an object of `type`. */
export function objectId(repo: Repository, type: "blob" | "tree", content: Buffer): string {
  return createHash(objectFormat(repo)).update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/** The id of the tree without files; every repository knows it without storing it. */
export function emptyTree(repo: Repository): string {
  return objectId(repo, "tree", Buffer.alloc(0));
}

/** The id that stands for "no object" in `update-ref`. */
export function zeroId(repo: Repository): string {
  return "0".repeat(objectFormat(repo) === "sha256" ? 64 : 40);
}
