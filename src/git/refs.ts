import { runGit } from "./client.ts";
import { explained, explainFailure, GitFailure } from "./failure.ts";
import type { Repository } from "./types.ts";

export { emptyTree } from "./object-id.ts";

/** The commit that a revision names, null when there is none. */
export async function resolveRef(repo: Repository, ref: string): Promise<string | null> {
  // A leading dash would be an option and a caret a range; no revision starts with either.
  if (ref === "" || /^[-^]|\0/.test(ref)) return null;
  const args = ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`];
  return answerOrNull("resolve a revision", runGit(repo, args));
}

/** Where each of some full refs stands, null for one that is not there, by one process. */
export async function readRefs(
  repo: Repository,
  refs: readonly string[],
): Promise<readonly { readonly ref: string; readonly before: string | null }[]> {
  if (refs.length === 0) return [];
  const text = await explained(
    "read the kept tips",
    runGit(repo, ["for-each-ref", "--format=%(refname) %(objectname)", ...refs]),
  );
  const found = new Map(
    text.split("\n").map((line) => {
      const [ref = "", id] = line.split(" ");
      return [ref, id];
    }),
  );
  return refs.map((ref) => ({ ref, before: found.get(ref) ?? null }));
}

/** The best common ancestor of two commits, null when their histories never met. */
export async function mergeBase(repo: Repository, a: string, b: string): Promise<string | null> {
  return answerOrNull("find the common ancestor", runGit(repo, ["merge-base", "--end-of-options", a, b]));
}

/** Whether `ancestor` is `commit` or lies in its history. */
export async function isAncestor(repo: Repository, ancestor: string, commit: string): Promise<boolean> {
  return (
    (await answerOrNull(
      "compare two commits",
      runGit(repo, ["merge-base", "--is-ancestor", "--end-of-options", ancestor, commit]),
    )) !== null
  );
}

/** The full ref of the branch that work starts from: the remote's HEAD, `init.defaultBranch`, main or master; null when there is none. */
export async function defaultBranch(repo: Repository): Promise<string | null> {
  const [remote, configured] = await Promise.all([
    answerOrNull("read the remote's HEAD", runGit(repo, ["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"])),
    answerOrNull("read the configuration", runGit(repo, ["config", "--get", "init.defaultBranch"])),
  ]);
  const names = [remote, ...[configured, "main", "master"].map((name) => name && `refs/heads/${name}`)];
  for (const name of names) {
    if (name && (await resolveRef(repo, name)) !== null) return name;
  }
  return null;
}

/** git says "no" with exit code 1; "@{u}" without an upstream is a "no" too. Anything else is a failure. */
async function answerOrNull(doing: string, call: Promise<string>): Promise<string | null> {
  try {
    return (await call).replace(/\n$/, "");
  } catch (error) {
    if (
      error instanceof GitFailure &&
      (error.code === 1 || /no upstream|does not point to a branch/.test(error.stderr))
    )
      return null;
    throw explainFailure(error, doing);
  }
}
