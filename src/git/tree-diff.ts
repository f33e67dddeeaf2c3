import { listGit } from "./client.ts";
import { parseTreeChanges } from "./tree-changes.ts";
import type { Repository, TreeChange } from "./types.ts";

const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Comparisons that are remembered: the prompt, the check of a review and the window look at the same few. */
const REMEMBERED = 4;
/** Changes up to which one is, so that a long loop holds little. */
const SMALL = 5_000;

const remembered = new Map<string, readonly TreeChange[]>();

/**
 * The changes from one tree or commit to another, without renames, sorted by path. Between two objects they never
 * change, so git is not asked twice. Rejects with `GitFailure`.
 */
export async function readTreeDiff(
  repo: Repository,
  from: string,
  to: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly TreeChange[]> {
  const key = OBJECT.test(from) && OBJECT.test(to) ? `${repo.commonDir}\0${from}\0${to}` : undefined;
  const known = key === undefined ? undefined : remembered.get(key);
  if (known !== undefined) return known;
  const changes = await askTreeDiff(repo, from, to, env);
  if (key !== undefined && changes.length <= SMALL) {
    remembered.set(key, changes);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  }
  return changes;
}

async function askTreeDiff(
  repo: Repository,
  from: string,
  to: string,
  env: Readonly<Record<string, string>>,
): Promise<TreeChange[]> {
  return parseTreeChanges(
    await listGit(
      repo,
      ["diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", "--end-of-options", from, to, "--"],
      { env },
    ),
  );
}
