import { existsSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { checkFit } from "../git/fitness.ts";
import { diagnoseError, type Diagnosis } from "./diagnosis.ts";
import type { Scene } from "./scene.ts";

const PROBE = "repository";

/** Whether this is a repository with a working tree, and git is not in the middle of something. */
export function probeRepository({ repo }: Pick<Scene, "repo">): readonly Diagnosis[] {
  if (repo instanceof UserError) return [diagnoseError(PROBE, repo)];
  checkFit(repo);
  const shallow = existsSync(join(repo.commonDir, "shallow"));
  return [
    { probe: PROBE, level: "ok", message: `the repository "${repo.root}"` },
    ...(shallow
      ? [
          {
            probe: PROBE,
            level: "note" as const,
            message: "the clone is shallow: a process that began before its border is not seen whole",
            fix: ["git fetch --unshallow"],
          },
        ]
      : []),
  ];
}
