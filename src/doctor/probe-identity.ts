import { UserError } from "../errors.ts";
import { runGit } from "../git/client.ts";
import { explainFailure } from "../git/failure.ts";
import type { Repository } from "../git/types.ts";
import type { Diagnosis } from "./diagnosis.ts";

const PROBE = "identity";

/** Who git would make commits as. */
export async function probeIdentity({ repo }: { readonly repo: Repository }): Promise<readonly Diagnosis[]> {
  try {
    const ident = await runGit(repo, ["var", "GIT_COMMITTER_IDENT"]);
    return [{ probe: PROBE, level: "ok", message: `commits are made by "${ident.replace(/ \d+ [-+]\d+\s*$/, "")}"` }];
  } catch (error) {
    const fault = explainFailure(error, "say who you are");
    if (!(fault instanceof UserError) || fault.code !== "no-identity") throw fault;
    const message = "git does not know who you are, so no turn could be committed";
    return [{ probe: PROBE, level: "fault", message, fix: fault.next }];
  }
}
