import { EXIT, UserError } from "../errors.ts";
import { runGit } from "./client.ts";
import { explainFailure, GitFailure } from "./failure.ts";
import { wantsSignature } from "./signing.ts";
import type { Repository } from "./types.ts";

/** How long a signer is waited for, in milliseconds: time enough to touch a key, not for ever. */
const SIGNER = 60_000;

export interface CommitInput {
  readonly tree: string;
  readonly parent: string | null;
  readonly message: string;
  /** False for commits that are no one's work: those are never signed. */
  readonly sign: boolean;
  /** Milliseconds a signer is waited for. */
  readonly signTimeout?: number;
}

/** Writes a commit object with the user's identity and moves nothing. Throws `no-identity`, `signing-failed` and the like (exit 6). */
export async function writeCommit(
  repo: Repository,
  { tree, parent, message, sign, signTimeout = SIGNER }: CommitInput,
): Promise<string> {
  try {
    const signed = sign && (await wantsSignature(repo));
    const args = [
      "commit-tree",
      ...(signed ? ["-S"] : []),
      ...(parent === null ? [] : ["-p", parent]),
      "-F",
      "-",
      tree,
    ];
    return (await runGit(repo, args, { input: message, ...(signed ? { timeout: signTimeout } : {}) })).trim();
  } catch (error) {
    if (error instanceof GitFailure && error.late) throw signerWaits(signTimeout, error);
    throw explainFailure(error, "write the commit");
  }
}

function signerWaits(timeout: number, cause: unknown): UserError {
  return new UserError(
    `the commit was not signed within ${Math.round(timeout / 1000)} seconds, so nothing was committed`,
    {
      code: "signing-failed",
      exit: EXIT.unfit,
      detail: "a signer that asks for a passphrase needs its agent to run, or a terminal of its own",
      next: ["git commit --allow-empty -m test  # unlocks the key", "run the command again"],
      cause,
    },
  );
}
