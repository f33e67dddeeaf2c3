import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runGit } from "../git/client.ts";
import { GitFailure } from "../git/failure.ts";
import { emptyTree } from "../git/object-id.ts";
import { wantsSignature } from "../git/signing.ts";
import type { Repository } from "../git/types.ts";
import type { Diagnosis } from "./diagnosis.ts";

const PROBE = "signing";
/** Milliseconds; a signer that asks for a passphrase would wait for ever. */
const BOUND = 10_000;

/** Whether the signer signs, tried on a commit whose object goes into a directory of its own and away with it. */
export async function probeSigning(
  { repo }: { readonly repo: Repository },
  bound = BOUND,
): Promise<readonly Diagnosis[]> {
  if (!(await wantsSignature(repo))) return [{ probe: PROBE, level: "ok", message: "commits are not signed" }];
  const objects = mkdtempSync(join(tmpdir(), "gtd-doctor-"));
  try {
    await runGit(repo, ["commit-tree", "-S", "-m", "gtd doctor", emptyTree(repo)], {
      env: {
        GIT_OBJECT_DIRECTORY: objects,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: [join(repo.commonDir, "objects")].join(delimiter),
      },
      timeout: bound,
    });
    return [{ probe: PROBE, level: "ok", message: "the signer signs commits" }];
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return [
      {
        probe: PROBE,
        level: "fault",
        message:
          error.code === null
            ? `the signer did not sign within ${bound / 1000} seconds`
            : "the signer fails, so no turn could be committed",
        detail: error.stderr.trim().split("\n"),
        fix: [
          "git commit --allow-empty -m test  # unlocks the key, or shows what is wrong",
          "git config commit.gpgsign false  # signs no commits in this repository",
        ],
      },
    ];
  } finally {
    rmSync(objects, { recursive: true, force: true });
  }
}
