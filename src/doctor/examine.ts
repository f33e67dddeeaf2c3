import { DEFAULT_SETTINGS } from "../compiler/settings.ts";
import { UserError } from "../errors.ts";
import { explainFailure, GitFailure } from "../git/failure.ts";
import { readBound } from "../workflows/bound.ts";
import { diagnoseError, type Diagnosis } from "./diagnosis.ts";
import { probeAgent } from "./probe-agent.ts";
import { probeCommitlint } from "./probe-commitlint.ts";
import { probeConfiguration, probeVariables } from "./probe-configuration.ts";
import { probeGit } from "./probe-git.ts";
import { probeHooks } from "./probe-hooks.ts";
import { probeIdentity } from "./probe-identity.ts";
import { probeLeftovers } from "./probe-leftovers.ts";
import { probeLocks } from "./probe-locks.ts";
import { probeNode } from "./probe-node.ts";
import { probeOutputs } from "./probe-outputs.ts";
import { probePosition } from "./probe-position.ts";
import { probeRepository } from "./probe-repository.ts";
import { probeShell } from "./probe-shell.ts";
import { probeSigning } from "./probe-signing.ts";
import { probeSteering } from "./probe-steering.ts";
import { probeTrust } from "./probe-trust.ts";
import type { Scene } from "./scene.ts";

type Probe = readonly [name: string, look: () => Promise<readonly Diagnosis[]> | readonly Diagnosis[]];

/** Every probe that has something to look at, in the order in which a person would mend things. Changes nothing. */
export async function examine(scene: Scene): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const probe of listProbes(scene)) {
    const known = new Set(found.map(({ message }) => message));
    // Without git every probe would say so.
    found.push(...(await look(probe)).filter(({ message }) => !known.has(message)));
  }
  return found;
}

function listProbes(scene: Scene): readonly Probe[] {
  const { repo } = scene;
  const project = scene.project instanceof UserError ? undefined : scene.project;
  const settings = project?.settings ?? DEFAULT_SETTINGS;
  const workflow = project?.workflow ?? readBound("default", {});
  const gitHooks = settings.hooks.git;
  return [
    ["node", () => probeNode()],
    ["git", () => probeGit(scene)],
    ["repository", () => probeRepository(scene)],
    ...(repo instanceof UserError
      ? []
      : ([
          ["identity", () => probeIdentity({ repo })],
          ["signing", () => probeSigning({ repo })],
          ["hooks", () => probeHooks({ repo, gitHooks })],
        ] satisfies Probe[])),
    ["configuration", () => probeConfiguration(scene)],
    ["variables", () => probeVariables(scene)],
    ["trust", () => probeTrust(scene)],
    ...(project === undefined
      ? []
      : ([
          ["shell", () => probeShell({ ...scene, settings })],
          ["agent", () => probeAgent({ ...scene, project })],
        ] satisfies Probe[])),
    ...(repo instanceof UserError
      ? []
      : ([
          ["steering", () => (workflow === undefined ? [] : probeSteering({ repo, workflow }))],
          ["outputs", () => probeOutputs({ repo })],
          ["commitlint", () => probeCommitlint({ repo, gitHooks })],
          ["position", () => probePosition(scene)],
          ["locks", () => probeLocks({ repo })],
          ["leftovers", () => probeLeftovers({ repo })],
        ] satisfies Probe[])),
  ];
}

async function look([name, run]: Probe): Promise<readonly Diagnosis[]> {
  try {
    return await run();
  } catch (error) {
    const explained = error instanceof GitFailure ? explainFailure(error, "be asked") : error;
    if (explained instanceof UserError) return [diagnoseError(name, explained)];
    throw explained;
  }
}
