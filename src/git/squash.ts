import { listGit, runGit } from "./client.ts";
import { writeCommit } from "./commit-object.ts";
import { draftFile } from "./draft.ts";
import { explained } from "./failure.ts";
import { runCommitMsg, runPostCommit } from "./hooks.ts";
import type { FileMove } from "./journal.ts";
import { keepTip } from "./kept.ts";
import { moveHead } from "./move.ts";
import { emptyTree } from "./object-id.ts";
import { copyIndex, updateIndex } from "./private-index.ts";
import { GITLINK } from "./tree-changes.ts";
import type { TurnOptions } from "./turn.ts";
import type { CapturedTree, Repository, Snapshot, SquashInput, SquashResult, WorktreeLock } from "./types.ts";

/** Where the working tree that fired a squash is kept, as its consumed files are nowhere else. */
export const CONSUMED_REF = "refs/worktree/gtd/consumed";

interface TreeFile {
  readonly path: string;
  readonly mode: string;
  readonly blob: string;
}

/**
 * Collapses a process into one commit on its start parent (document 3, 3.3): the tip's tree less what `drop`
 * names. The old tip is kept. Consumed files leave the working tree, dropped ones if they are as the tip has
 * them; every other pending change stays pending. Throws (exit 1 from a hook, else 6) with nothing changed.
 */
export async function squash(lock: WorktreeLock, input: SquashInput, options: TurnOptions = {}): Promise<SquashResult> {
  const { repo } = lock;
  const { snapshot, captured, start } = input;
  const { tip } = snapshot;
  const tipTree = snapshot.commits[0]?.tree;
  if (tip === null || tipTree === undefined) throw new Error("a squash needs a process");
  const dropped = (await listFiles(repo, tipTree)).filter(({ path }) => input.drop(path));
  const index = draftFile(repo, "index");
  copyIndex(captured.indexFile, index);
  const tree = await explained("build the squashed tree", buildTree(repo, captured, dropped, index));
  const { files, left, consumed } = sortPending(input, dropped);
  const empty = !input.allowEmpty && tree === (await treeOf(repo, snapshot, start));
  const message = empty || input.hooks === "never" ? input.message : await hookedMessage(repo, input.message, index);
  const commit = empty ? null : await writeCommit(repo, { tree, parent: start, message, sign: true, ...options });
  const keep = [
    ...keepTip(tip),
    ...(consumed ? [{ ref: CONSUMED_REF, commit: await writeConsumed(repo, tip, captured.tree) }] : []),
  ];
  await moveHead(repo, { operation: "squash", snapshot, to: commit ?? start, index, files, keep });
  if (commit !== null && input.hooks !== "never") await runPostCommit(repo);
  return { commit, message, history: tip, left };
}

/** The index of the captured tree made the tip's again, less what is dropped. */
async function buildTree(
  repo: Repository,
  { changes }: CapturedTree,
  dropped: readonly TreeFile[],
  index: string,
): Promise<string> {
  const gone = new Set(dropped.map(({ path }) => path));
  const back = changes.map(({ path, before }) => ({ path, before: gone.has(path) ? null : before }));
  const drop = dropped.map(({ path }) => ({ path, before: null }));
  await updateIndex(
    repo,
    index,
    [...back, ...drop].map(({ path, before }) => ({ path, entry: before })),
  );
  return (await runGit(repo, ["write-tree"], { index })).trim();
}

interface Sorted {
  readonly files: readonly FileMove[];
  readonly left: readonly string[];
  /** Whether a file goes whose content no commit holds. */
  readonly consumed: boolean;
}

/** What leaves the working tree and what stays pending. */
function sortPending({ captured, consumed }: SquashInput, dropped: readonly TreeFile[]): Sorted {
  const isDropped = new Set(dropped.map(({ path }) => path));
  const isConsumed = new Set(consumed);
  const pending = new Set(captured.changes.map(({ path }) => path));
  const files: FileMove[] = dropped
    .filter(({ path, mode }) => mode !== GITLINK && !pending.has(path))
    .map(({ path, blob }) => ({ path, before: blob, after: null }));
  const left: string[] = [];
  const unchanged = files.length;
  for (const { path, before, after } of captured.changes) {
    // A file that the squashed tree has cannot be consumed: without it a deletion would be pending instead.
    const inTree = before !== null && !isDropped.has(path);
    if (after !== null && !inTree && isConsumed.has(path)) files.push({ path, before: after.blob, after: null });
    else if (after !== null || inTree) left.push(path);
  }
  return { files, left, consumed: files.length > unchanged };
}

async function treeOf(repo: Repository, snapshot: Snapshot, commit: string | null): Promise<string> {
  if (commit === null) return emptyTree(repo);
  const read = snapshot.commits.find(({ hash }) => hash === commit);
  return (
    read?.tree ??
    (
      await explained("read the start of the process", runGit(repo, ["rev-parse", "--verify", `${commit}^{tree}`]))
    ).trim()
  );
}

async function listFiles(repo: Repository, tree: string): Promise<TreeFile[]> {
  const output = await explained("list a tree", listGit(repo, ["ls-tree", "-r", "-z", "--full-tree", tree]));
  return output
    .split("\0")
    .slice(0, -1)
    .map((entry) => {
      const tab = entry.indexOf("\t");
      const [mode = "", , blob = ""] = entry.slice(0, tab).split(" ");
      return { path: entry.slice(tab + 1), mode, blob };
    });
}

async function hookedMessage(repo: Repository, message: string, index: string): Promise<string> {
  const copy = draftFile(repo, "hook-index");
  copyIndex(index, copy);
  return runCommitMsg(repo, message, copy);
}

function writeConsumed(repo: Repository, tip: string, tree: string): Promise<string> {
  return writeCommit(repo, { tree, parent: tip, message: "what the squash found pending\n", sign: false });
}
