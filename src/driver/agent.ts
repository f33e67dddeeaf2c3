import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { cleanEnvironment, turnEnvironment } from "../shell/environment.ts";
import { runCommand } from "../shell/run.ts";
import type { Description } from "../runtime/describe.ts";
import type { Rest } from "../runtime/rest.ts";

export interface AgentRun {
  /** How the agent ended: well, by its own failure, or because its time was up. */
  readonly end: "done" | "failed" | "timeout";
  /** One line for a person where it did not end well. */
  readonly why: string;
  readonly session: string | undefined;
}

export interface AgentOptions {
  readonly onOutput: (chunk: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs the configured agent, a shell command, once: the prompt on standard input and in `GTD_PROMPT_FILE`, the model
 * and session in the environment (docs/driver.md). Throws where no agent is configured or the shell is missing.
 */
export async function runAgent(
  rest: Rest,
  described: Description,
  prompt: string,
  options: AgentOptions,
): Promise<AgentRun> {
  const { project, state } = rest;
  const command = agentCommand(rest);
  const session = sessionOf(rest, described.memory);
  const file = writePrompt(rest, prompt);
  try {
    const result = await runCommand({
      command,
      shell: project.settings.shell,
      cwd: project.repo.root,
      env: {
        ...cleanEnvironment(project.env),
        ...turnEnvironment({ state: state.name, actor: rest.actor, file: described.file, gitDir: project.repo.gitDir }),
        GTD_PROMPT_FILE: file,
        GTD_MODEL: modelOf(rest, described.model) ?? "",
        GTD_SESSION: session?.id ?? "",
        GTD_RESUME: session?.known === true ? "1" : "",
      },
      stdin: prompt,
      timeout: state.timeout ?? project.settings.timeouts.hard,
      limit: project.settings.limits.capture,
      onOutput: options.onOutput,
      signal: options.signal,
    });
    if (options.signal.aborted)
      throw new UserError(`interrupted while the agent worked at "${state.name}"; its changes are kept`, {
        code: "interrupted",
        exit: EXIT.interrupted,
        next: ["gtd   to go on"],
      });
    if (result.spawnError !== undefined)
      throw cannotRun(`the agent could not be started: ${result.spawnError.message}`);
    const how = result.code === null ? `signal ${result.signal ?? "unknown"}` : `exit ${result.code}`;
    const end = result.timedOut ? "timeout" : result.code === 0 ? "done" : "failed";
    return { end, why: end === "timeout" ? "its time was up" : end === "failed" ? how : "", session: session?.id };
  } finally {
    rmSync(file, { force: true });
  }
}

/** The configured agent as a shell command. Throws `no-agent` when there is none. */
export function agentCommand(rest: Rest): string {
  const { agent } = rest.project.settings;
  if (typeof agent === "string") return agent;
  throw new UserError(`the state "${rest.state.name}" waits for an agent, and no agent is configured`, {
    code: "no-agent",
    exit: EXIT.agent,
    next: [
      'put a line such as `agent: "claude -p --permission-mode acceptEdits"` into .gtdrc.yaml',
      "gtd next   shows what the agent has to do, to do it by hand",
    ],
  });
}

/** The vendor's name of a model tier; an unmapped tier passes nothing. */
function modelOf(rest: Rest, tier: string | undefined): string | undefined {
  return tier === undefined ? undefined : rest.project.settings.models[tier];
}

/** Turns whose `memory` renders alike within one process share a session, whose id follows from both. */
function sessionOf(
  rest: Rest,
  memory: string | undefined,
): { readonly id: string; readonly known: boolean } | undefined {
  if (memory === undefined) return undefined;
  const { process, start } = rest.position;
  const hex = createHash("sha256")
    .update(`${start ?? "root"}\n${process[0]?.commit.hash ?? ""}\n${memory}`)
    .digest("hex");
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { id, known: process.some((turn) => turn.trailers.get("Gtd-Session")?.includes(id) ?? false) };
}

function writePrompt(rest: Rest, prompt: string): string {
  const dir = join(rest.project.repo.gitDir, "gtd");
  mkdirSync(dir, { recursive: true });
  const file = join(dir, `prompt-${process.pid}.md`);
  writeFileSync(file, prompt);
  return file;
}

function cannotRun(message: string): UserError {
  return new UserError(message, {
    code: "agent-failed",
    exit: EXIT.agent,
    next: ["mend `agent` or `shell` in .gtdrc.yaml, then run gtd again"],
  });
}
