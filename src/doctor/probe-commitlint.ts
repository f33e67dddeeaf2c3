import { join } from "node:path";
import type { Repository } from "../git/types.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { listNames, readTextOf } from "./files.ts";

const PROBE = "commitlint";
const CONFIG = /^(?:commitlint\.config\.[cm]?[jt]s|\.commitlintrc(?:\.(?:json|ya?ml|[cm]?[jt]s))?)$/;
const SUBJECT = "gtd(human): idle → capturing";

/** Whether commitlint is set up and knows nothing of turns, whose subjects it would reject where it sees them. */
export function probeCommitlint({
  repo,
  gitHooks,
}: {
  readonly repo: Pick<Repository, "root">;
  /** Which commits run git's hooks (`hooks.git`). */
  readonly gitHooks: "squash" | "turns" | "never";
}): readonly Diagnosis[] {
  const file = findConfig(repo.root);
  if (file === undefined || file.text.includes("gtd")) return [];
  const runs = gitHooks === "turns";
  return [
    {
      probe: PROBE,
      level: runs ? "fault" : "note",
      message: `commitlint ("${file.name}") would reject the subjects of turns, such as "${SUBJECT}"${runs ? ", and `hooks.git: turns` has it look at them" : ""}`,
      fix: [
        ...(runs
          ? ["set `hooks: { git: squash }` in the configuration: only the squashed commit is looked at then"]
          : []),
        `add to "${file.name}": ignores: [(message) => message.startsWith("gtd(")]`,
      ],
    },
  ];
}

function findConfig(root: string): { readonly name: string; readonly text: string } | undefined {
  const name = listNames(root).find((one) => CONFIG.test(one));
  if (name !== undefined) return { name, text: readTextOf(join(root, name)) ?? "" };
  const manifest = readTextOf(join(root, "package.json")) ?? "";
  return /^\s*"commitlint"\s*:/m.test(manifest) ? { name: "package.json", text: manifest } : undefined;
}
