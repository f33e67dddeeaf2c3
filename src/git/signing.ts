import { runGit } from "./client.ts";
import { mayConfigure } from "./config-files.ts";
import { GitFailure } from "./failure.ts";
import type { Repository } from "./types.ts";

/** The key with anything but a plain "no", and whatever takes in other files. */
const MAY_ASK = /gpgsign(?!\s*=\s*(?:false|no|off|0)\s*$)|\[\s*include|^include|'include/im;

/**
 * Whether the user wants commits signed (`commit.gpgsign`), which `git commit-tree` does not look at. git is only
 * asked when one of its settings could say so, to spare every step a process.
 */
export async function wantsSignature(repo: Repository): Promise<boolean> {
  if (!mayConfigure(repo, MAY_ASK)) return false;
  try {
    return (await runGit(repo, ["config", "--type=bool", "--get", "commit.gpgsign"])).trim() === "true";
  } catch (error) {
    if (error instanceof GitFailure && error.code === 1) return false;
    throw error;
  }
}
