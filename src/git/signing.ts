import { readFileSync } from "node:fs";
import { runGit } from "./client.ts";
import { configFiles, hasConfigEnvironment } from "./config-files.ts";
import { GitFailure } from "./failure.ts";
import type { Repository } from "./types.ts";

/**
 * Whether the user wants commits signed (`commit.gpgsign`), which `git commit-tree` does not look at. git is only
 * asked when one of the files it would read could say so, to spare every step a process.
 */
export async function wantsSignature(repo: Repository): Promise<boolean> {
  if (!hasConfigEnvironment() && !configFiles(repo).some(mayDecide)) return false;
  try {
    return (await runGit(repo, ["config", "--type=bool", "--get", "commit.gpgsign"])).trim() === "true";
  } catch (error) {
    if (error instanceof GitFailure && error.code === 1) return false;
    throw error;
  }
}

/** A file may ask for signatures when it names the key with anything but a plain "no", or includes other files. */
function mayDecide(file: string): boolean {
  try {
    return /gpgsign(?!\s*=\s*(?:false|no|off|0)\s*$)|\[\s*include/im.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}
