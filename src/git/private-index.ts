import { copyFileSync, existsSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { explained, GitFailure } from "./failure.ts";
import { listGit, runGit } from "./client.ts";
import { emptyTree, zeroId } from "./object-id.ts";
import { isOnDisk } from "./on-disk.ts";
import { GITLINK, parseTreeChanges } from "./tree-changes.ts";
import type { OpenWindow, Repository, TreeChange } from "./types.ts";
import { windowIndex } from "./window-file.ts";

/** What the index of a worktree is compared with: its tip, and the window that hides it. */
export interface IndexBase {
  readonly tip: string | null;
  readonly window?: OpenWindow;
}

/** Writes a copy of the index that stands for the tip: the worktree's own, or the one kept under a window. */
export async function copyTipIndex(repo: Repository, base: IndexBase, file: string): Promise<void> {
  const source = base.window ? windowIndex(repo) : join(repo.gitDir, "index");
  if (existsSync(source)) copyIndex(source, file);
  else if (base.window && base.tip !== null) await readTree(repo, base.tip, file);
}

/**
 * Copies an index file with its time, rounded down: git takes an entry as young as its index for suspect and
 * compares its content; a younger copy would have it trust what it must not.
 */
export function copyIndex(source: string, file: string): void {
  copyFileSync(source, file);
  const { mtimeMs } = statSync(source);
  const time = Math.floor(mtimeMs) / 1000;
  utimesSync(file, time, time);
}

/** Makes an index hold `tree`, keeping what it knows of files that stay the same; null empties it. */
export async function readTree(repo: Repository, tree: string | null, index: string): Promise<void> {
  if (tree === null) await writeEmptyTree(repo);
  // "-i": the working tree has no say in what a private index holds.
  await runGit(
    repo,
    ["read-tree", ...(tree === null ? ["--empty"] : existsSync(index) ? ["-m", "-i", tree] : [tree])],
    { index },
  );
}

/** Sets paths of an index to a file, or takes them out of it where there is none. */
export async function updateIndex(
  repo: Repository,
  index: string,
  paths: readonly { readonly path: string; readonly entry: { readonly mode: string; readonly blob: string } | null }[],
): Promise<void> {
  if (paths.length === 0) return;
  // Removals first: a file may come to stand where a directory was.
  const sorted = [...paths.filter(({ entry }) => entry === null), ...paths.filter(({ entry }) => entry !== null)];
  const none = `0 ${zeroId(repo)}`;
  const input = sorted
    .map(({ path, entry }) => `${entry === null ? none : `${entry.mode} ${entry.blob}`}\t${path}\0`)
    .join("");
  await runGit(repo, ["update-index", "--add", "--replace", "-z", "--index-info"], { index, input });
}

/** Stores the empty tree, which git knows but fsck misses where an index or a commit names it. */
export async function writeEmptyTree(repo: Repository): Promise<string> {
  return (
    await explained("write the empty tree", runGit(repo, ["hash-object", "-t", "tree", "-w", "/dev/null"]))
  ).trim();
}

/**
 * Adds the whole working tree to the private index `file` and answers the changes against the tip. The index it
 * was copied from does not matter: a path that HEAD has, that the index forgot and that is there is compared too.
 */
export async function addWorkingTree(
  repo: Repository,
  base: IndexBase,
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TreeChange[]> {
  const call = { index: file, env };
  return (await addThen(repo, call, async () => ({ changes: await diffIndex(repo, base.tip, call) }))).changes;
}

/** The same with the tree that the index then holds, written while the changes are read. */
export function writeWorkingTree(
  repo: Repository,
  base: IndexBase,
  file: string,
): Promise<{ readonly changes: TreeChange[]; readonly tree: string }> {
  const call = { index: file, env: {} };
  return addThen(repo, call, async () => {
    const reading = diffIndex(repo, base.tip, call);
    const writing = explained("write the tree", runGit(repo, ["write-tree"], call));
    // When one fails, the other is not left at work on the index.
    await Promise.allSettled([reading, writing]);
    return { changes: await reading, tree: (await writing).trim() };
  });
}

async function addThen<T extends { readonly changes: TreeChange[] }>(
  repo: Repository,
  call: IndexCall,
  look: () => Promise<T>,
): Promise<T> {
  await explained("read the working tree", addAll(repo, call));
  const seen = await look();
  const forgotten = seen.changes.filter(
    (change) => change.status === "D" && change.before?.mode !== GITLINK && isOnDisk(repo.root, change.path),
  );
  if (forgotten.length === 0) return seen;
  const input = forgotten.map(({ path, before }) => `${before?.mode} ${before?.blob}\t${path}\0`).join("");
  await explained(
    "read the working tree",
    runGit(repo, ["update-index", "-z", "--index-info"], { ...call, input }).then(() => addAll(repo, call)),
  );
  return look();
}

interface IndexCall {
  readonly index: string;
  readonly env: Readonly<Record<string, string>>;
}

async function addAll(repo: Repository, call: IndexCall): Promise<void> {
  const add = (): Promise<string> => runGit(repo, ["add", "--all", "--sparse"], call);
  try {
    await add();
  } catch (error) {
    // A file that went away while git was reading: what is there now is what counts.
    if (!(error instanceof GitFailure && /unable to stat|No such file/.test(error.stderr))) throw error;
    await add();
  }
}

async function diffIndex(repo: Repository, tip: string | null, call: IndexCall): Promise<TreeChange[]> {
  const args = ["diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", tip ?? emptyTree(repo), "--"];
  return parseTreeChanges(await explained("compare the working tree", listGit(repo, args, call)));
}
