import type { Project } from "../runtime/project.ts";
import { cleanEnvironment } from "../shell/environment.ts";
import { runCommand } from "../shell/run.ts";

/** A hook that takes longer is ended. */
const TIMEOUT = 60_000;

export interface HookFacts {
  readonly state: string;
  readonly actor: string;
  /** Why the loop halted. */
  readonly reason?: string;
  readonly subject?: string;
}

/** Runs a configured hook; it may fail, which is told and ends nothing. */
export async function runHook(
  project: Project,
  name: "onRest" | "onHalt" | "onTurn",
  facts: HookFacts,
  note: (text: string) => void,
): Promise<void> {
  const command = project.settings.hooks[name];
  if (command === undefined || command.trim() === "") return;
  const { code, timedOut, spawnError } = await runCommand({
    command,
    shell: project.settings.shell,
    cwd: project.repo.root,
    env: {
      ...cleanEnvironment(project.env),
      GTD_STATE: facts.state,
      GTD_ACTOR: facts.actor,
      GTD_REASON: facts.reason,
      GTD_SUBJECT: facts.subject,
    },
    timeout: TIMEOUT,
    limit: 0,
  });
  if (code === 0) return;
  const how = spawnError?.message ?? (timedOut ? "it took too long" : `exit ${code}`);
  note(`the hook "${name}" failed: ${how}`);
}
