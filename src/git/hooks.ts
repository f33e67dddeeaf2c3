import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { runGit } from "./client.ts";
import { mayConfigure } from "./config-files.ts";
import { draftFile } from "./draft.ts";
import { explained, GitFailure } from "./failure.ts";
import type { Repository } from "./types.ts";

type HookName = "pre-commit" | "commit-msg" | "post-commit";

/** Runs `commit-msg` and answers the message as the hook left it. Throws `hook-rejected` or `hook-message` (exit 1). */
export async function runCommitMsg(repo: Repository, message: string, index: string): Promise<string> {
  const file = draftFile(repo, "message");
  writeFileSync(file, message);
  try {
    await runHook(repo, "commit-msg", [file], index);
    const left = readFileSync(file, "utf8");
    if (left.trim() !== "") return left;
  } finally {
    rmSync(file, { force: true });
  }
  throw new UserError(
    'the hook "commit-msg" left the message empty, so nothing was committed',
    refusal("hook-message"),
  );
}

/** Runs `pre-commit` on a private index. Throws `hook-rejected`, or `hook-index` when the hook changed what would be committed (exit 1). */
export async function runPreCommit(repo: Repository, index: string, tree: string): Promise<void> {
  await runHook(repo, "pre-commit", [], index);
  const now = (await explained("read the index", runGit(repo, ["write-tree"], { index }))).trim();
  if (now === tree) return;
  throw new UserError('the hook "pre-commit" changed the index, so what was judged is not what would be committed', {
    ...refusal("hook-index"),
    next: ["let the hook check only, or let it change files before the step", "run the command again"],
  });
}

/** Runs `post-commit`; git ignores how it ends, and so do we. */
export async function runPostCommit(repo: Repository): Promise<void> {
  await runHook(repo, "post-commit", []).catch(() => {});
}

/** Settings under which git finds hooks elsewhere than in their directory. */
const ELSEWHERE = /hookspath|\[\s*(?:include|hook)|^(?:include|hook)|'(?:include|hook)/im;

/** Whether git could have a hook to run; false is certain and spares a process. */
function mayHaveHook(repo: Repository, name: HookName): boolean {
  return existsSync(join(repo.commonDir, "hooks", name)) || mayConfigure(repo, ELSEWHERE);
}

async function runHook(repo: Repository, name: HookName, args: readonly string[], index?: string): Promise<void> {
  if (!mayHaveHook(repo, name)) return;
  const call = index === undefined ? {} : { index };
  try {
    await runGit(
      repo,
      ["hook", "run", "--ignore-missing", name, ...(args.length > 0 ? ["--", ...args] : [])],
      call,
    ).catch(async (error: unknown) => {
      if (!(error instanceof GitFailure && /'hook' is not a git command/.test(error.stderr))) throw error;
      await runHookFile(repo, name, args, call);
    });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new UserError(`the hook "${name}" rejected the commit`, {
      ...refusal("hook-rejected"),
      detail: `${error.stderr}${error.stdout}`.trim() || `it ended with ${error.code ?? "a signal"} and said nothing`,
      cause: error,
    });
  }
}

/** For git before 2.36, which has no `git hook`: an alias runs the hook's file as git itself would. */
export async function runHookFile(
  repo: Repository,
  name: HookName,
  args: readonly string[],
  call: { readonly index?: string },
): Promise<void> {
  const file = resolve(
    repo.root,
    (await runGit(repo, ["rev-parse", "--git-path", `hooks/${name}`])).replace(/\n$/, ""),
  );
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return;
  }
  await runGit(repo, ["-c", 'alias.gtd-hook=!f() { "$GTD_HOOK" "$@" </dev/null; }; f', "gtd-hook", ...args], {
    ...call,
    env: { GTD_HOOK: file },
  });
}

function refusal(code: string): { code: string; exit: typeof EXIT.refused; next: string[] } {
  return { code, exit: EXIT.refused, next: ["mend what the hook says, then run the command again"] };
}
