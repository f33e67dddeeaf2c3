import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "./types.ts";

/**
 * What to tell git where case tells names apart on the disk: there `core.ignoreCase`, as it comes along with a
 * repository from another system, would hide a file whose name differs from a tracked one by case alone.
 */
export function nameCase(repo: Repository): readonly string[] {
  return existsSync(join(repo.gitDir, "head")) ? [] : ["-c", "core.ignoreCase=false"];
}
