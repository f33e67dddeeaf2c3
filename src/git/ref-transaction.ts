import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { EXIT, UserError } from "../errors.ts";
import { gitEnvironment } from "./environment.ts";
import { GitFailure } from "./failure.ts";
import { encodeName } from "./file-name.ts";
import type { Repository } from "./types.ts";

/** How long a lock of a ref is waited for, in milliseconds. */
const WAIT = 2000;
const POLL = 25;

/** The line before one that moves HEAD itself and not its branch. */
export const NO_DEREF = "option no-deref\n";

const PREPARED = "prepare: ok\n";

/**
 * Writes refs in one transaction; each line is a command of `git update-ref --stdin`. git takes the locks and compares
 * the old values first, and moves only at a word of ours behind that: when gtd is killed before, git reads the end of
 * its input and gives up. So a move that comes after our death is one whose locks are there at our death
 * (`awaitRefs`). Started here, as simple-git closes the input of git at once. Rejects with `GitFailure`, and nothing has
 * moved then unless git died in between.
 */
export function commitRefs(
  repo: Repository,
  lines: readonly string[],
  { reason, reflog = false }: { readonly reason: string; readonly reflog?: boolean },
): Promise<void> {
  const args = ["update-ref", ...(reflog ? ["--create-reflog"] : []), "-m", reason, "--stdin"];
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      cwd: repo.root,
      env: gitEnvironment(),
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    let [out, err, asked] = ["", "", false];
    // A git that ended early says why on its stderr.
    child.stdin.on("error", () => {});
    child.stdin.write(encodeName(`start\n${lines.join("")}prepare\n`));
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      if (asked || !out.includes(PREPARED)) return;
      asked = true;
      child.stdin.end("commit\n");
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
    child.on("error", (error) => reject(new GitFailure(args, -1, "", String(error))));
    child.on("close", (code) => {
      if (code === 0 && asked) resolve();
      else reject(new GitFailure(args, code, out, err));
    });
  });
}

/**
 * Waits until no process holds the lock of HEAD or of one of `refs`: behind that what a git process was told to move
 * has moved, also one that outlived the gtd which started it. Throws `ref-locked` (exit 6).
 */
export async function awaitRefs(repo: Repository, refs: readonly string[]): Promise<void> {
  for (const path of new Set(["HEAD", ...refs].flatMap((ref) => lockFiles(repo, ref)))) {
    for (const deadline = Date.now() + WAIT; existsSync(path); await pause(POLL)) {
      if (Date.now() >= deadline) throw locked(path);
    }
  }
}

/** Where git locks a ref: a file of its own, or one for all refs of a reftable. */
function lockFiles(repo: Repository, ref: string): string[] {
  const dir = ref === "HEAD" || ref.startsWith("refs/worktree/") ? repo.gitDir : repo.commonDir;
  return [join(dir, `${ref}.lock`), join(dir, "reftable/tables.list.lock")];
}

function locked(path: string): UserError {
  return new UserError(
    `another git process holds the lock of HEAD or of a branch, or left it behind: "${path}" is there`,
    {
      code: "ref-locked",
      exit: EXIT.unfit,
      next: [
        "wait for it, then run the command again",
        `rm "${path}"  # only when no git process runs in this worktree`,
      ],
    },
  );
}
