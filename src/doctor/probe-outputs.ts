import { runGit } from "../git/client.ts";
import { readIgnored } from "../git/ignored.ts";
import type { Repository } from "../git/types.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { listToolOutputs } from "./outputs.ts";

const PROBE = "outputs";

/** Whether git ignores all that the project's tools write: otherwise each test run would be a pending change. */
export async function probeOutputs({ repo }: { readonly repo: Repository }): Promise<readonly Diagnosis[]> {
  const outputs = listToolOutputs(repo.root);
  if (outputs.length === 0) return [];
  // A directory that does not exist yet is matched by what would lie in it.
  const ignored = new Set((await readIgnored(repo, outputs.map(within))).map(({ path }) => path));
  const open = outputs.filter((output) => !ignored.has(within(output)));
  const tracked = open.length === 0 ? "" : await runGit(repo, ["ls-files", "-z", "--", ...open]);
  const loose = open.filter((output) => !tracked.split("\0").some((path) => path.startsWith(output)));
  if (loose.length === 0) return [{ probe: PROBE, level: "ok", message: "git ignores what the project's tools write" }];
  return [
    {
      probe: PROBE,
      level: "note",
      message: `the project's tools write ${loose.map((path) => `"${path}"`).join(", ")}, which git does not ignore: the tree would never be clean`,
      fix: [`printf '${loose.map((path) => `${path}\\n`).join("")}' >> .gitignore`],
    },
  ];
}

function within(output: string): string {
  return output.endsWith("/") ? `${output}x` : output;
}
