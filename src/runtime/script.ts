import { EXIT, UserError } from "../errors.ts";
import { withLock } from "../git/lock.ts";
import { checkPlace } from "../git/repository.ts";
import type { Repository } from "../git/types.ts";
import { cleanEnvironment, turnEnvironment } from "../shell/environment.ts";
import { runCommand } from "../shell/run.ts";
import { renderAt } from "./facts.ts";
import type { Outcome } from "../report/outcome.ts";
import { readAgain, readRest, type Opening, type Rest } from "./rest.ts";
import { steeringFileOf } from "./steering.ts";
import { captureNow, stepLocked } from "./step.ts";
import type { StepOptions } from "./step-options.ts";
import { endOrphan, openTurnRecord } from "./turn-record.ts";

export interface ScriptOptions extends Pick<StepOptions, "allowLarge" | "allowLink"> {
  /** Receives the script's output as it comes. */
  readonly onOutput?: (chunk: string) => void;
  readonly signal?: AbortSignal;
  /** Where the whole output is kept, to be named where it is cut. */
  readonly log?: string;
  /** Called between the script's end and the step; what it throws leaves the turn untaken. */
  readonly beforeStep?: () => void;
  /** Where the process stands, when that has just been read: git is not asked again. */
  readonly rest?: Rest;
}

export interface ScriptRun {
  readonly outcome: Outcome;
  readonly exit: number | "timeout";
  /** Milliseconds. */
  readonly duration: number;
}

/**
 * Runs the resting script and steps its actor with the exit, under one lock: nobody else can step meanwhile.
 * Throws `no-script` anywhere but at a script, `interrupted` when the signal ends it; the tree is kept either way.
 */
export async function runScript(repo: Repository, opening: Opening, options: ScriptOptions = {}): Promise<ScriptRun> {
  // A journal that another command left may move the process when the lock finishes it.
  const known = options.rest?.snapshot.journal === false ? options.rest : undefined;
  return withLock(repo, async (lock) => {
    const rest = known ?? (await readRest(repo, opening));
    if (rest.state.content.kind !== "script") throw noScript(rest);
    await endOrphan(repo);
    const accidents = { allowLarge: options.allowLarge ?? false, allowLink: options.allowLink ?? false };
    // A terminal interrupts git as well, which then fails.
    const told = (error: unknown): never => {
      throw options.signal?.aborted === true ? interrupted(rest, error) : error;
    };
    const checked = await captureNow(rest, accidents, true).catch(told);
    const command = await renderAt(rest, rest.state.content.template, { shell: true });
    const started = performance.now();
    const { exit, output, omitted } = await runCommandOf(rest, command, options);
    const duration = performance.now() - started;
    options.beforeStep?.();
    checkPlace(repo);
    const after = await readAgain(rest).catch(told);
    if (hasMoved(rest, after)) throw movedMeanwhile(rest, after);
    const outcome = await stepLocked(lock, after, {
      actor: after.actor,
      exit,
      output,
      command,
      ...(options.log === undefined || omitted === 0 ? {} : { log: options.log }),
      checkedTree: checked.tree,
      figures: { duration: `${Math.round(duration)}ms` },
      ...accidents,
    }).catch(told);
    return { outcome, exit, duration };
  });
}

/** Whether a turn was taken or taken back; commits that are no turns are told by the step. */
function hasMoved({ position: before }: Rest, { position: after }: Rest): boolean {
  return before.process.at(-1)?.commit.hash !== after.process.at(-1)?.commit.hash || before.state !== after.state;
}

async function runCommandOf(
  rest: Rest,
  command: string,
  options: ScriptOptions,
): Promise<{ exit: number | "timeout"; output: string; omitted: number }> {
  const { project, state } = rest;
  const file = (await steeringFileOf(rest))?.path;
  const record = openTurnRecord(project.repo, { state: state.name, runs: "script" });
  const result = await runCommand({
    command,
    shell: project.settings.shell,
    cwd: project.repo.root,
    env: {
      ...cleanEnvironment(project.env),
      ...turnEnvironment({ state: state.name, actor: rest.actor, file, gitDir: project.repo.gitDir }),
      ...record.env,
    },
    onStart: record.started,
    timeout: state.timeout ?? project.settings.timeouts.script,
    limit: project.settings.limits.capture,
    ...(options.onOutput === undefined ? {} : { onOutput: options.onOutput }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  }).finally(() => record.close());
  if (options.signal?.aborted === true) throw interrupted(rest);
  if (result.spawnError !== undefined) throw shellMissing(project.settings.shell, result.spawnError);
  // A script ended by a signal failed: 128 + n is what a shell would report.
  return { exit: result.timedOut ? "timeout" : (result.code ?? 128), output: result.output, omitted: result.omitted };
}

function interrupted({ state }: Rest, cause?: unknown): UserError {
  return new UserError(`interrupted while the script of "${state.name}" ran`, {
    code: "interrupted",
    exit: EXIT.interrupted,
    next: ["gtd run  # to run it again"],
    cause,
  });
}

function noScript(rest: Rest): UserError {
  const { name, content } = rest.state;
  return new UserError(`the state "${name}" carries a ${content.kind}, no script: there is nothing to run`, {
    code: "no-script",
    exit: EXIT.refused,
    next:
      content.kind === "prompt"
        ? ["gtd next  # shows what the agent has to do"]
        : ["gtd next  # shows what is awaited"],
  });
}

function movedMeanwhile(before: Rest, after: Rest): UserError {
  return new UserError(
    before.state.name === after.state.name
      ? `turns were taken or taken back at "${before.state.name}" while the script ran, so its exit counts for nothing`
      : `the process moved from "${before.state.name}" to "${after.state.name}" while the script ran, so its exit counts for nothing`,
    {
      code: "moved-meanwhile",
      exit: EXIT.unfit,
      next: ["gtd status"],
    },
  );
}

function shellMissing(shell: string, cause: NodeJS.ErrnoException): UserError {
  return new UserError(`the shell "${shell}" could not be started: ${cause.message}`, {
    code: "shell-missing",
    exit: EXIT.config,
    next: [`install "${shell}", or name another under "shell" in .gtdrc.yaml`],
    cause,
  });
}
