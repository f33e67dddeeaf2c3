import { spawn } from "node:child_process";
import { gitEnvironment } from "./environment.ts";
import { GitFailure } from "./failure.ts";
import { nameCase } from "./name-case.ts";
import type { Repository } from "./types.ts";

// Starts git itself: loading simple-git would cost every `status` and `next` 35 ms.

const STATUS = [
  "-c",
  "core.quotePath=false",
  "-c",
  "status.relativePaths=false",
  "-c",
  "status.showStash=false",
  "-c",
  "color.ui=false",
  "-c",
  "color.status=false",
  "-c",
  "column.ui=never",
  "-c",
  "core.safecrlf=false",
  "status",
  "--porcelain=v2",
  "-z",
  "--branch",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=dirty",
  "--no-ahead-behind",
];

/** Fields of a commit, each followed by a NUL; `-z` puts one more behind the message. */
export const LOG_FORMAT = "%H%x00%P%x00%T%x00%cn%x00%ce%x00%ct%x00%B";

const LOG = [
  "-c",
  "color.ui=false",
  "-c",
  "log.showSignature=false",
  "log",
  "--first-parent",
  "-z",
  "--no-color",
  "--no-show-signature",
  "--no-notes",
  "--no-mailmap",
  "--no-patch",
  "--encoding=UTF-8",
  `--format=tformat:${LOG_FORMAT}`,
];

/**
 * `git status` of the whole worktree as porcelain v2 bytes, against the index that `indexFile` names or the
 * worktree's own. Rejects with `GitFailure`: a failing git is never "clean".
 */
export function readStatus(repo: Repository, indexFile?: string): Promise<Buffer> {
  return read(repo, [...nameCase(repo), ...STATUS], indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile });
}

/** `count` first parents from `from`, as bytes in `LOG_FORMAT`. */
export function readLog(repo: Repository, from: string, count: number): Promise<Buffer> {
  return read(repo, [...LOG, `--max-count=${count}`, from, "--"], {});
}

function read(repo: Repository, args: readonly string[], extra: Readonly<Record<string, string>>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const child = spawn("git", args, {
      cwd: repo.root,
      env: gitEnvironment(extra),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", (error) => reject(new GitFailure(args, -1, "", String(error))));
    child.on("close", (code) => {
      if (code === 0) resolve(out.length === 1 && out[0] ? out[0] : Buffer.concat(out));
      else reject(new GitFailure(args, code, "", Buffer.concat(err).toString()));
    });
  });
}
