import { cleanEnvironment } from "../shell/environment.ts";
import { runCommand } from "../shell/run.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Scene } from "./scene.ts";

const PROBE = "git";
const WAIT = 10_000;

/** Whether git is there and new enough. */
export async function probeGit({ cwd, env }: Pick<Scene, "cwd" | "env">): Promise<readonly Diagnosis[]> {
  const { code, output } = await runCommand({
    command: ["git", "--version"],
    cwd,
    env: cleanEnvironment(env),
    timeout: WAIT,
  });
  const [, version] = /^git version (\d+\.\d+[\d.]*)/.exec(output) ?? [];
  const fix = ["install git 2.34 or newer"];
  if (code !== 0 || version === undefined)
    return [{ probe: PROBE, level: "fault", message: "git was not found on the PATH", fix }];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 2 || (major === 2 && minor < 34))
    return [{ probe: PROBE, level: "fault", message: `git ${version} is too old: gtd needs git 2.34 or newer`, fix }];
  return [{ probe: PROBE, level: "ok", message: `git ${version}` }];
}
