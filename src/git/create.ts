import { join } from "node:path";
import { runGit } from "./client.ts";
import { findRepository } from "./repository.ts";
import type { Repository } from "./types.ts";

/** Settings that keep a new repository independent of whoever makes it: an identity, no signer, no hooks. */
const OWN_SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ["user.name", "gtd demo"],
  ["user.email", "demo@example.invalid"],
  ["commit.gpgsign", "false"],
  ["core.hooksPath", "/dev/null"],
];

/** Makes a repository of a directory's files, none perhaps, with one commit on `main`. Rejects when git fails. */
export async function createRepository(root: string, message: string): Promise<Repository> {
  const planned: Repository = { root, gitDir: join(root, ".git"), commonDir: join(root, ".git"), prefix: "" };
  await runGit(planned, ["init", "--quiet", "--initial-branch=main"]);
  for (const [key, value] of OWN_SETTINGS) await runGit(planned, ["config", key, value]);
  await commitAll(planned, message);
  return findRepository(root);
}

/** Commits everything in a repository of our own, also when nothing changed. Rejects when git fails. */
export async function commitAll(repo: Repository, message: string): Promise<void> {
  await runGit(repo, ["add", "--all"]);
  await runGit(repo, ["commit", "--quiet", "--allow-empty", "--message", message]);
}
