import type { Settings } from "../compiler/definition.ts";
import { cleanEnvironment } from "../shell/environment.ts";
import { runCommand } from "../shell/run.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Scene } from "./scene.ts";

const PROBE = "shell";
const WAIT = 10_000;

/** Whether the shell that runs scripts can be started. */
export async function probeShell({
  cwd,
  env,
  settings,
}: Pick<Scene, "cwd" | "env"> & { readonly settings: Pick<Settings, "shell"> }): Promise<readonly Diagnosis[]> {
  const { shell } = settings;
  const { code, spawnError } = await runCommand({
    command: ":",
    shell,
    cwd,
    env: cleanEnvironment(env),
    timeout: WAIT,
  });
  if (code === 0) return [{ probe: PROBE, level: "ok", message: `scripts are run by "${shell}"` }];
  return [
    {
      probe: PROBE,
      level: "fault",
      message: `the shell "${shell}", which is to run scripts, ${spawnError === undefined ? "fails" : "cannot be started"}`,
      ...(spawnError === undefined ? {} : { detail: [spawnError.message] }),
      fix: [`install "${shell}", or name another one: \`shell: sh\` in the configuration`],
    },
  ];
}
