import { join, resolve } from "node:path";
import type { Settings } from "../compiler/definition.ts";
import { runGit } from "../git/client.ts";
import type { Repository } from "../git/types.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { isExecutable, listNames } from "./files.ts";

const PROBE = "hooks";
/** Hooks that gtd's commits come by, by `hooks.git`. */
const RUN = {
  squash: ["commit-msg", "post-commit"],
  turns: ["pre-commit", "commit-msg", "post-commit"],
  never: [],
} as const;
/** Hooks that git itself runs when a branch moves, whatever gtd is told. */
const ALWAYS = ["reference-transaction"];
const KNOWN = new Set(["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", ...ALWAYS]);

/** Which hooks of the repository run, and which do not although they look so. */
export async function probeHooks({
  repo,
  gitHooks,
}: {
  readonly repo: Repository;
  readonly gitHooks: Settings["hooks"]["git"];
}): Promise<readonly Diagnosis[]> {
  const dir = resolve(repo.root, (await runGit(repo, ["rev-parse", "--git-path", "hooks"])).replace(/\n$/, ""));
  const there = listNames(dir).filter((name) => KNOWN.has(name));
  const asleep = there.filter((name) => !isExecutable(join(dir, name)));
  const run = there.filter((name) => !asleep.includes(name) && [...RUN[gitHooks], ...ALWAYS].includes(name));
  const on = gitHooks === "turns" ? "every turn" : "the squashed commit";
  return [
    {
      probe: PROBE,
      level: "ok",
      message:
        run.length === 0
          ? "no hooks of git run on gtd's commits"
          : `hooks that run on ${on}: ${run.map((name) => `"${name}"`).join(", ")}`,
    },
    ...asleep.map((name): Diagnosis => ({
      probe: PROBE,
      level: "note",
      message: `the hook "${name}" is not executable, so git passes over it`,
      fix: [`chmod +x "${join(dir, name)}"`],
    })),
  ];
}
