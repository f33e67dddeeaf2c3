import { runGit } from "./client.ts";
import { explained, GitFailure } from "./failure.ts";
import type { DiffSection } from "./diff-sections.ts";
import { isBroken } from "./file-name.ts";
import { joinSections, splitSections } from "./diff-sections.ts";
import { withWorkingTree } from "./quarantine.ts";
import type { IndexBase } from "./private-index.ts";
import { isAncestor, resolveRef } from "./refs.ts";
import { readTreeDiff } from "./tree-diff.ts";
import type { Repository, TreeChange } from "./types.ts";
import { readLostWindow } from "./window-commit.ts";
import { readWindowFile } from "./window-file.ts";

export { workingPaths } from "./working-paths.ts";

export interface DiffOptions {
  /** A commit or tree. */
  readonly from: string;
  /** A commit or tree; null is the working tree, untracked files included. */
  readonly to: string | null;
  readonly exclude: (path: string) => boolean;
  /** Bytes; over it files are left out, and a line names them and the command that shows them. */
  readonly limit: number;
}

/** The changes between two trees, or a tree and the working tree, sorted by path. */
export async function changedPaths(repo: Repository, from: string, to: string | null): Promise<readonly TreeChange[]> {
  return withTree(repo, to, (tree, env) => explained("compare two trees", readTreeDiff(repo, from, tree, env)));
}

/** A unified diff in git's plain form, whatever the user's settings; works through an open window. Changes nothing. */
export async function readDiff(repo: Repository, { from, to, exclude, limit }: DiffOptions): Promise<string> {
  return withTree(repo, to, async (tree, env) => {
    const all = await explained("compare two trees", readTreeDiff(repo, from, tree, env));
    const changes = all.filter(({ path }) => !exclude(path));
    if (changes.length === 0) return "";
    const sections = await explained(
      "read a diff",
      readSections(repo, { from, tree, all, wanted: changes, limit, env }),
    );
    return joinSections(
      sections.filter(({ path }) => !exclude(path)),
      changes,
      { limit, command: `git diff ${from}${to === null ? "" : ` ${to}`}` },
    );
  });
}

interface PatchInput {
  readonly from: string;
  readonly tree: string;
  readonly all: readonly TreeChange[];
  readonly wanted: readonly TreeChange[];
  readonly limit: number;
  readonly env: Readonly<Record<string, string>>;
}

/** How often the files behind one that is too large are looked at again. */
const ROUNDS = 4;

async function readSections(
  repo: Repository,
  { from, tree, all, wanted, limit, env }: PatchInput,
): Promise<DiffSection[]> {
  const sections: DiffSection[] = [];
  for (let round = 0, rest = wanted; round < ROUNDS && rest.length > 0; round++) {
    const paths = pathspecs(all, rest);
    const patch = await readPatch(repo, [from, tree], paths, limit, env);
    // Pathspecs that do not fit a command line are left to the caller's filter.
    const found = splitSections(patch.text, paths === null ? all : rest, patch.whole);
    sections.push(...found);
    if (patch.whole || paths === null) break;
    rest = rest.slice(found.length + 1);
  }
  return sections;
}

/** Bytes of pathspecs on one command line. */
const ARGUMENTS = 60_000;

/** What narrows a diff to `wanted`: nothing, the files themselves, or all but the others; null when neither fits, or a name fits none. */
function pathspecs(all: readonly TreeChange[], wanted: readonly TreeChange[]): string[] | null {
  if (all.length === wanted.length) return [];
  if (all.some(({ path }) => isBroken(path))) return null;
  const paths = new Set(wanted.map(({ path }) => path));
  const positive = wanted.map(({ path }) => `:(top,literal)${path}`);
  const negative = [
    ":(top)",
    ...all.filter(({ path }) => !paths.has(path)).map(({ path }) => `:(top,exclude,literal)${path}`),
  ];
  return (
    [positive, negative].find(
      (list) => list.reduce((sum, item) => sum + Buffer.byteLength(item) + 1, 0) <= ARGUMENTS,
    ) ?? null
  );
}

async function readPatch(
  repo: Repository,
  trees: readonly string[],
  paths: readonly string[] | null,
  limit: number,
  env: Readonly<Record<string, string>>,
): Promise<{ text: string; whole: boolean }> {
  const args = [
    "diff-tree",
    "-r",
    "-p",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--full-index",
    "--submodule=short",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--diff-algorithm=default",
    "--unified=3",
    "--inter-hunk-context=0",
    "--end-of-options",
    ...trees,
    "--",
    ...(paths ?? []),
  ];
  try {
    return { text: await runGit(repo, args, { env, limit }), whole: true };
  } catch (error) {
    // Ended by us at the limit: what came before is as good as ever.
    if (error instanceof GitFailure && Buffer.byteLength(error.stdout) > limit)
      return { text: error.stdout, whole: false };
    throw error;
  }
}

async function withTree<T>(
  repo: Repository,
  to: string | null,
  work: (tree: string, env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (to !== null) return work(to, {});
  return withWorkingTree(repo, await readBase(repo), async ({ index, env }) => {
    const tree = (await explained("write the tree", runGit(repo, ["write-tree"], { index, env }))).trim();
    return work(tree, env);
  });
}

/** The tip that the index belongs to, through a window that HEAD has not left. */
async function readBase(repo: Repository): Promise<IndexBase> {
  const head = await resolveRef(repo, "HEAD");
  const window = readWindowFile(repo) ?? (await readLostWindow(repo));
  if (window === undefined || head === null) return { tip: head };
  const open =
    head === window.commit ||
    ((await resolveRef(repo, window.commit)) !== null && (await isAncestor(repo, window.commit, head)));
  return open ? { tip: window.tip, window } : { tip: head };
}
