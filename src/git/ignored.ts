import { EXIT, UserError } from "../errors.ts";
import { listGit } from "./client.ts";
import { explainFailure, GitFailure } from "./failure.ts";
import { mayBeIgnored } from "./ignore-files.ts";
import type { Repository } from "./types.ts";

export interface IgnoredPath {
  readonly path: string;
  /** The rule's place and text, as in ".gitignore:3: .gtd/". */
  readonly rule: string;
}

/** Those of `paths` that an ignore rule of git matches, tracked or not. */
export async function readIgnored(repo: Repository, paths: readonly string[]): Promise<IgnoredPath[]> {
  if (!mayBeIgnored(repo, paths)) return [];
  let output: string;
  try {
    output = await listGit(repo, ["check-ignore", "--no-index", "--verbose", "-z", "--stdin"], {
      input: paths.map((path) => `${path}\0`).join(""),
    });
  } catch (error) {
    if (error instanceof GitFailure && error.code === 1) return [];
    throw explainFailure(error, "read the ignore rules");
  }
  const fields = output.split("\0");
  const ignored: IgnoredPath[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source, line, pattern, path] = fields.slice(at, at + 4);
    // A rule that starts with "!" takes the path back in.
    if (path !== undefined && !pattern?.startsWith("!")) ignored.push({ path, rule: `${source}:${line}: ${pattern}` });
  }
  return ignored;
}

/** Throws `steering-ignored` (exit 6) when git ignores a steering file: its turns could not be captured. */
export async function checkSteering(repo: Repository, steering: readonly string[]): Promise<void> {
  const ignored = await readIgnored(repo, steering);
  const [first] = ignored;
  if (!first) return;
  throw new UserError(`git ignores the steering file "${first.path}", so no turn could capture it`, {
    code: "steering-ignored",
    exit: EXIT.unfit,
    detail: ignored.map(({ path, rule }) => `"${path}" by ${rule}`).join("\n"),
    next: [`git check-ignore --no-index -v "${first.path}"`, "take the rule out, then run the command again"],
  });
}
