import { existsSync } from "node:fs";
import { join } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { quotePath } from "../report/sanitize.ts";
import type { Repository } from "./types.ts";

interface Moment {
  readonly file: string;
  readonly name: string;
  readonly next: readonly string[];
}

/** What git leaves in its directory while an operation waits for the user; the first that is there is named. */
const MOMENTS: readonly Moment[] = [
  { file: "MERGE_HEAD", name: "a merge", next: ["git merge --continue", "git merge --abort"] },
  { file: "rebase-merge", name: "a rebase", next: ["git rebase --continue", "git rebase --abort"] },
  { file: "rebase-apply/applying", name: "git am", next: ["git am --continue", "git am --abort"] },
  { file: "rebase-apply", name: "a rebase", next: ["git rebase --continue", "git rebase --abort"] },
  { file: "CHERRY_PICK_HEAD", name: "a cherry-pick", next: ["git cherry-pick --continue", "git cherry-pick --abort"] },
  { file: "REVERT_HEAD", name: "a revert", next: ["git revert --continue", "git revert --abort"] },
  {
    file: "sequencer/todo",
    name: "a cherry-pick or revert",
    next: ["git cherry-pick --continue", "git cherry-pick --abort"],
  },
  { file: "BISECT_LOG", name: "a bisect", next: ["git bisect reset"] },
];

/**
 * Throws `broken-repository` (exit 6) when the working tree or HEAD is gone, as after an agent that cleaned up too much,
 * and `operation-under-way` while a merge, rebase, cherry-pick, revert or bisect waits for
 * its end.
 */
export function checkFit(repo: Repository): void {
  checkThere(repo);
  const moment = MOMENTS.find(({ file }) => existsSync(join(repo.gitDir, file)));
  if (!moment) return;
  throw new UserError(`${moment.name} is under way in this worktree, finish it or call it off first`, {
    code: "operation-under-way",
    exit: EXIT.unfit,
    next: moment.next,
  });
}

function checkThere({ root, gitDir }: Repository): void {
  const head = join(gitDir, "HEAD");
  const gone = [root, gitDir, head].find((path) => !existsSync(path));
  if (gone === undefined) return;
  throw new UserError(`"${gone}" is gone, without which there is no repository here`, {
    code: "broken-repository",
    exit: EXIT.unfit,
    next:
      gone === head
        ? [`echo "ref: refs/heads/<branch>" >"${head}"  # with the branch that it was on`, "git status"]
        : ["bring it back, from a copy or with git clone, then run the command again"],
  });
}

/** Throws `unmerged-paths` (exit 6) when `paths` is not empty. */
export function checkMerged(paths: readonly string[]): void {
  if (paths.length === 0) return;
  throw new UserError(`${paths.length === 1 ? "a path is" : `${paths.length} paths are`} unmerged`, {
    code: "unmerged-paths",
    exit: EXIT.unfit,
    detail: paths.map(quotePath).join("\n"),
    next: ["git status", `git add "${paths[0] ?? ""}"  # once its conflict is resolved`],
  });
}
