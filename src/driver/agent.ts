import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import type { Repository } from "../git/types.ts";
import type { Description } from "../runtime/describe.ts";
import type { Rest } from "../runtime/rest.ts";
import { openTurnRecord } from "../runtime/turn-record.ts";
import { stripControl } from "../shell/control.ts";
import { keepOutput } from "../shell/cut-text.ts";
import { cleanEnvironment, turnEnvironment } from "../shell/environment.ts";
import { runCommand, type CommandResult } from "../shell/run.ts";
import type { Agent } from "./adapter.ts";
import { classifyFailure, type Failure } from "./classify.ts";
import { startClocks, type RunningClocks } from "./clocks.ts";
import { buildCommandLine, canResume } from "./command-line.ts";
import { readOutput, type Picked, type PickName } from "./read-output.ts";
import type { Session } from "./session.ts";
import { printSnapshot, printTree } from "./tree-print.ts";

/** How an agent ended: well, by a failure, or because its time was up. */
export type AgentEnd =
  | { readonly kind: "done" | "idle" | "hard" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface AgentRun {
  readonly end: AgentEnd;
  readonly picked: Picked;
  /** The id that the agent gave its session. */
  readonly session: string | undefined;
}

/** What is seen of an agent at work. */
export interface Progress {
  /** The last line that it said. */
  readonly text?: string;
  readonly tokens?: number;
  readonly cost?: number;
  /** Something changed in the working tree. */
  readonly tree?: true;
  readonly retrying?: true;
}

export interface AgentOptions {
  readonly onOutput: (chunk: string) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** Milliseconds; default 5 s each: after a result, and between TERM and KILL. */
  readonly grace?: { readonly final: number; readonly term: number };
}

export interface AgentTask {
  readonly agent: Agent;
  readonly described: Description;
  readonly prompt: string;
  readonly session: Session;
}

const GRACE = { final: 5000, term: 5000 };
/** Milliseconds between two tellings of what an agent does. */
const PROGRESS = 50;
/** Characters of standard error that are kept. */
const STDERR_LIMIT = 16_000;

/**
 * Runs the agent once and waits until all of its processes are gone. Its failures are data. Throws `interrupted`
 * when the signal ends it, and `agent-failed` when it cannot be started (exit 5).
 */
export async function runAgent(rest: Rest, task: AgentTask, options: AgentOptions): Promise<AgentRun> {
  const { project, state } = rest;
  const grace = options.grace ?? GRACE;
  const file = writePrompt(project.repo, task.prompt);
  const record = openTurnRecord(project.repo, { state: state.name, runs: "agent" });
  const clocks = startClocks({
    idle: project.settings.timeouts.idle,
    hard: state.timeout ?? project.settings.timeouts.hard,
    final: grace.final,
    signal: options.signal,
    print: () => printTree(project.repo, rest.snapshot),
    first: printSnapshot(project.repo, rest.snapshot),
    onTree: () => options.onProgress({ tree: true }),
  });
  try {
    const ear = listen(task.agent, clocks, options);
    const result = await runCommand({
      ...commandOf(rest, task, file),
      cwd: project.repo.root,
      env: { ...environmentOf(rest, task, file), ...record.env },
      grace: grace.term,
      limit: 0,
      streams: "apart",
      signal: clocks.signal,
      onStart: record.started,
      onOutput: ear.hear,
    });
    return conclude(rest, task.agent, result, clocks, ear.end());
  } finally {
    clocks.stop();
    // What it started and left behind would go on writing into the next turn.
    await record.close(grace.term);
    rmSync(file, { force: true });
  }
}

function commandOf(rest: Rest, { agent, described, prompt, session }: AgentTask, promptFile: string) {
  const { settings } = rest.project;
  if (agent.kind === "shell") return { command: agent.command, shell: settings.shell, stdin: prompt };
  const { adapter } = agent;
  const permission = rest.state.permission ?? settings.permission;
  const known = session.known && canResume(adapter, permission);
  const line = buildCommandLine(adapter, {
    prompt,
    promptFile,
    model: modelOf(rest, described.model),
    permission,
    ...(known || adapter.start !== undefined ? { session: { id: session.id, known } } : {}),
  });
  if (line === undefined) {
    const levels = Object.keys(adapter.permission ?? {});
    throw new UserError(`the agent "${adapter.name}" has no permission "${permission}"`, {
      code: "permission-missing",
      exit: EXIT.agent,
      next: [`set \`permission\` in .gtdrc.yaml to one of ${levels.join(", ")}, or use another agent`],
    });
  }
  return { command: line.command, stdin: line.stdin };
}

function environmentOf(rest: Rest, { agent, described, session }: AgentTask, promptFile: string): NodeJS.ProcessEnv {
  const { project, state, actor } = rest;
  return {
    ...cleanEnvironment(project.env),
    ...(agent.kind === "adapter" ? agent.adapter.env : {}),
    ...turnEnvironment({ state: state.name, actor, file: described.file, gitDir: project.repo.gitDir }),
    GTD_PROMPT_FILE: promptFile,
    GTD_MODEL: modelOf(rest, described.model) ?? "",
    GTD_SESSION: session.id,
    GTD_RESUME: session.known ? "1" : "",
  };
}

/** The vendor's name of a model tier; an unmapped tier passes nothing. */
export function modelOf(rest: Rest, tier: string | undefined): string | undefined {
  return tier === undefined ? undefined : rest.project.settings.models[tier];
}

function listen(agent: Agent, clocks: RunningClocks, options: AgentOptions) {
  const reader = readOutput(agent.kind === "adapter" ? agent.adapter : { output: "text" });
  const stderr = keepOutput(STDERR_LIMIT);
  let finished = false;
  let told = -Infinity;
  let untold = false;
  let retrying = false;
  const hear = (chunk: string, stream: "stdout" | "stderr"): void => {
    clocks.touch();
    options.onOutput(chunk);
    if (stream === "stderr") return stderr.add(chunk);
    const names = reader.add(chunk);
    if (names.includes("final") && !finished) {
      finished = true;
      clocks.finish();
    }
    if (names.length > 0) tell(names);
  };
  /** A flood of output is told of now and then: the first of it at once, the last at the end. */
  const tell = (names: readonly PickName[]): void => {
    retrying ||= names.includes("retrying");
    untold = performance.now() - told < PROGRESS;
    if (untold) return;
    told = performance.now();
    options.onProgress(progressOf(reader.picked(), retrying));
    retrying = false;
  };
  const end = () => {
    const last = reader.end();
    if (untold || last.length > 0) {
      told = -Infinity;
      tell(last);
    }
    return { picked: reader.picked(), stderr: stripControl(stderr.render()) };
  };
  return { hear, end };
}

function progressOf(picked: Picked, retrying: boolean): Progress {
  const text = picked.text?.trimEnd().split("\n").at(-1);
  const { tokens, cost } = figuresOf(picked);
  return {
    ...(text === undefined || text === "" ? {} : { text }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(cost === undefined ? {} : { cost }),
    ...(retrying ? { retrying: true } : {}),
  };
}

/** Tokens and cost as numbers; undefined where the agent reports none. */
export function figuresOf({ tokensIn, tokensOut, cost }: Picked): { tokens?: number; cost?: number } {
  const known = [tokensIn, tokensOut].map(numberOf).filter((value) => value !== undefined);
  const price = numberOf(cost);
  return {
    ...(known.length === 0 ? {} : { tokens: known.reduce((sum, value) => sum + value, 0) }),
    ...(price === undefined ? {} : { cost: price }),
  };
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const match = /^\s*\$?(\d[\d,]*(?:\.\d+)?(?:e-?\d+)?)\s*([km])?/i.exec(text);
  if (match?.[1] === undefined) return undefined;
  return Number(match[1].replaceAll(",", "")) * ({ k: 1e3, m: 1e6 }[match[2]?.toLowerCase() ?? ""] ?? 1);
}

function conclude(
  rest: Rest,
  agent: Agent,
  result: CommandResult,
  clocks: RunningClocks,
  heard: { readonly picked: Picked; readonly stderr: string },
): AgentRun {
  const { picked } = heard;
  const ending = clocks.ending();
  if (ending === "interrupt")
    throw new UserError(`interrupted while the agent worked at "${rest.state.name}"; its changes are kept`, {
      code: "interrupted",
      exit: EXIT.interrupted,
      next: ["gtd status  # shows what it left in the tree", "gtd  # goes on"],
    });
  if (result.spawnError !== undefined) throw cannotStart(result.spawnError);
  const run = { picked, session: usableSession(picked.session) };
  if (ending === "idle" || ending === "hard") return { ...run, end: { kind: ending } };
  if (succeeded(agent, result, picked, ending === "final")) return { ...run, end: { kind: "done" } };
  const failure = classifyFailure(
    {
      error: picked.error,
      status: picked.status,
      kind: picked.kind,
      exit: result.code,
      signal: result.signal,
      stderr: heard.stderr,
      patterns: agent.kind === "adapter" ? agent.adapter.patterns : undefined,
    },
    Date.now(),
  );
  return { ...run, end: { kind: "failed", failure } };
}

/** An id becomes an argument and a word of a trailer: anything else is none. */
function usableSession(id: string | undefined): string | undefined {
  return id !== undefined && /^[^\s\p{C}-][^\s\p{C}]{0,199}$/u.test(id) ? id : undefined;
}

/** The exit alone proves nothing: where the agent has a final event, that must be there, and no error. */
function succeeded(agent: Agent, { code }: CommandResult, picked: Picked, endedByUs: boolean): boolean {
  if (agent.kind === "shell") return code === 0;
  const { success, pick } = agent.adapter;
  if (picked.error !== undefined) return false;
  if (pick?.final !== undefined && success?.needsFinal !== false && picked.final === undefined) return false;
  return endedByUs || (code !== null && (success?.exit ?? [0]).includes(code));
}

/** Where the prompt lies while the agent works; there is but one loop, so one killed before left at most this file. */
export function promptFileOf({ gitDir }: Repository): string {
  return join(gitDir, "gtd", "prompt.md");
}

function writePrompt(repo: Repository, prompt: string): string {
  const file = promptFileOf(repo);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, prompt);
  return file;
}

function cannotStart(cause: NodeJS.ErrnoException): UserError {
  return new UserError(`the agent could not be started: ${cause.message}`, {
    code: "agent-failed",
    exit: EXIT.agent,
    next: ["mend `agent` or `shell` in .gtdrc.yaml, then run gtd again"],
    cause,
  });
}
