import { rmSync } from "node:fs";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { isRefusal, restingState, type Outcome } from "../report/outcome.ts";
import { describeHandle } from "../runtime/describe.ts";
import type { Project } from "../runtime/project.ts";
import { refusalError } from "../runtime/refusal.ts";
import { readRest, type Rest } from "../runtime/rest.ts";
import type { StepOptions } from "../runtime/step-options.ts";
import { endOrphan } from "../runtime/turn-record.ts";
import { promptFileOf, type AgentOptions } from "./agent.ts";
import { checkConfiguration } from "./config-watch.ts";
import type { Halt, LoopEvent } from "./events.ts";
import { attemptsExhausted, limitReached, meetsAgain, type Budget } from "./guard.ts";
import { runHook } from "./hooks.ts";
import { pruneLogs } from "./logs.ts";
import { holdLoop } from "./loop-lock.ts";
import { openTurnLog } from "./turn-log.ts";
import { takeTurn, type Turn } from "./take-turn.ts";
import { makeWaiter, StopAsked, type Waiter } from "./wait.ts";

export interface LoopOptions extends Pick<StepOptions, "allowLarge" | "allowLink"> {
  /** Do exactly one beat. */
  readonly once?: boolean;
  /** Stop when this state is reached. */
  readonly until?: string;
  /** A human is at hand: pass a clean human gate that has a `C` row, and grant `limits.turns` anew. */
  readonly continue?: boolean;
  /** Turns of this loop; default `limits.turns`, which counts since a human acted, across loops. */
  readonly maxTurns?: number;
  /** Default `limits.cost`. */
  readonly maxCost?: number;
  /** Default `limits.minutes`. */
  readonly maxMinutes?: number;
  /** Milliseconds that an agent is given after its result, and between TERM and KILL; default 5 s each. */
  readonly grace?: AgentOptions["grace"];
  /** Lets the human edit the file of a gate; answers when that is done. */
  readonly edit?: (file: string) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: LoopEvent) => void;
}

/** Exit code of a loop that halted; `told` tells a human gate from settled (`--exit-code`). */
export function haltCode(halt: Halt, told: boolean): ExitCode {
  if (halt.reason === "limit") return EXIT.limit;
  if (halt.reason === "stalled") return EXIT.stalled;
  return told && halt.reason === "human" ? EXIT.gate : EXIT.done;
}

/**
 * Drives the workflow beat by beat until a human is needed, a limit is reached or nothing changes any more.
 * Throws `loop-running` (exit 6) beside another loop, and where an agent, a script or a step fails for good; the tree
 * is kept.
 */
export async function driveLoop(project: Project, options: LoopOptions): Promise<Halt> {
  const { repo } = project;
  const lock = await holdLoop(repo);
  const note = (text: string): void => options.onEvent({ event: "note", text });
  try {
    const orphan = await endOrphan(repo);
    if (orphan !== "none")
      note(
        `an earlier gtd was killed during a turn${orphan === "ended" ? "; what it ran was still at work and was ended" : ""}`,
      );
    rmSync(promptFileOf(repo), { force: true });
    pruneLogs(repo);
    const loop = startLoop(project, options, lock.stopAsked);
    const halt = await loop.drive().catch(async (error: unknown) => {
      await haltHook(project, loop.rest(), error instanceof UserError ? error.code : "bug", note);
      throw error;
    });
    if (halt.reason === "human") await runHook(project, "onRest", halt, note);
    await runHook(project, "onHalt", halt, note);
    options.onEvent({ event: "halt", ...halt });
    return halt;
  } finally {
    lock.release();
  }
}

async function haltHook(project: Project, rest: Rest | undefined, reason: string, note: (text: string) => void) {
  if (reason === "interrupted") return;
  await runHook(project, "onHalt", { state: rest?.state.name ?? "", actor: rest?.actor ?? "", reason }, note);
}

function startLoop(project: Project, options: LoopOptions, stopAsked: () => boolean) {
  const { limits } = project.settings;
  const started = performance.now();
  const budget = budgetOf(project, options);
  const minutes = (): number => (performance.now() - started) / 60_000;
  const waiter = makeWaiter({
    total: limits.wait,
    deadline: budget.minutes === undefined ? undefined : started + budget.minutes * 60_000,
    signal: options.signal,
    stopAsked,
    onWait: (wait) => options.onEvent({ event: "wait", ...wait }),
  });
  const spent = { turns: 0, cost: 0 };
  let rest: Rest | undefined;
  let warned = budget.cost === undefined;
  /** What may be captured of a human: what was there when the loop began, or what an editor left. */
  let open = true;
  /** Whether the file of this gate was given to an editor. */
  let handed = false;
  let last: Outcome | undefined;

  const drive = async (): Promise<Halt> => {
    for (let beat = 1; ; beat += 1) {
      checkConfiguration(project);
      rest = await readRest(project.repo, project, rest?.snapshot);
      const halt = haltBefore(rest);
      if (halt !== undefined) {
        const gate = halt.reason === "human" || halt.reason === "settled";
        if (!gate || handed || !(await edited(rest, options))) return halt;
        [open, handed] = [true, true];
        beat -= 1;
        continue;
      }
      if (options.signal.aborted) throw interrupted(rest);
      const { outcome, figures, duration, stopped } = await beatOnce(rest, beat);
      if (stopped === true) return about(rest, "stopped", "stopped while waiting, as asked");
      if (outcome === undefined || outcome.kind === "stayed") return gateHalt(rest);
      if (isRefusal(outcome)) throw refusalError(outcome);
      options.onEvent({ event: "turn", outcome, duration, ...(figures === undefined ? {} : { figures }) });
      spent.turns += 1;
      spent.cost += figures?.cost ?? 0;
      if (!warned && figures !== undefined && figures.cost === undefined) {
        warned = true;
        options.onEvent({
          event: "note",
          text: "the agent reports no cost: only the limit on turns bounds this loop",
        });
      }
      await afterTurn(project, rest, outcome, options);
      last = outcome;
      [open, handed] = [false, false];
      if (options.once === true) return about(rest, "once", "one beat is done");
    }
  };

  /** What ends the loop before another turn, the more telling first. */
  const haltBefore = (now: Rest): Halt | undefined => {
    const { workflow } = project;
    if (last !== undefined && options.until === now.state.name)
      return about(now, "until", `"${now.state.name}" is reached`);
    if (last !== undefined && isSettled(now)) return gateHalt(now);
    if (last?.kind === "attempt" && attemptsExhausted(now.position))
      return about(now, "stalled", `stopped at "${now.state.name}": its agent changed nothing, twice in a row`, [
        "gtd logs  # shows what it said",
        "gtd  # gives it one more try",
      ]);
    if (now.state.content.kind === "message") return open && hasBusiness(now, options) ? undefined : gateHalt(now);
    if (last !== undefined && stopAsked()) return about(now, "stopped", `stopped at "${now.state.name}", as asked`);
    const limit = limitReached(workflow, now.position, budget, { ...spent, minutes: minutes() });
    if (limit !== undefined)
      return about(now, "limit", `${limit.what}: ${limit.command} goes on from "${now.state.name}"`);
    if (!meetsAgain(workflow, now.position)) return undefined;
    // What a human changed since is not that tree any more.
    if (last === undefined && now.snapshot.changes.length > 0) return undefined;
    return about(
      now,
      "stalled",
      `stopped at "${now.state.name}": the same tree came here for the third time without a human between, so nothing will change`,
      [
        "gtd log  # shows how it came here",
        "gtd  # goes on once you have changed a file yourself",
        "gtd undo  # takes the last turn back",
      ],
    );
  };

  const beatOnce = async (now: Rest, beat: number): Promise<Turn & { duration: number; stopped?: true }> => {
    const begun = performance.now();
    const { name, content } = now.state;
    const log =
      content.kind === "message"
        ? undefined
        : openTurnLog({
            repo: project.repo,
            process: now.position.start ?? "root",
            state: name,
            actor: now.actor,
            onFault: (why) => options.onEvent({ event: "note", text: `no log of this turn is kept: ${why}` }),
          });
    const { label } = await describeHandle(now);
    options.onEvent({
      event: "beat",
      beat,
      state: name,
      actor: now.actor,
      kind: content.kind,
      ...(label === undefined ? {} : { label }),
      ...(log?.path === undefined ? {} : { log: log.path }),
    });
    try {
      const turn = await takeTurn(project, now, turnOptions(options, waiter, log, last === undefined));
      return { ...turn, duration: performance.now() - begun };
    } catch (error) {
      if (!(error instanceof StopAsked)) throw error;
      return { outcome: undefined, duration: 0, stopped: true };
    } finally {
      log?.close();
    }
  };

  return { drive, rest: () => rest };
}

function turnOptions(
  options: LoopOptions,
  waiter: Waiter,
  log: ReturnType<typeof openTurnLog> | undefined,
  first: boolean,
) {
  return {
    allowLarge: options.allowLarge ?? false,
    allowLink: options.allowLink ?? false,
    signal: options.signal,
    waiter,
    first,
    ...(options.grace === undefined ? {} : { grace: options.grace }),
    ...(log?.path === undefined ? {} : { log: log.path }),
    onOutput: (chunk: string) => log?.write(chunk),
    onEvent: options.onEvent,
  };
}

function budgetOf(project: Project, options: LoopOptions): Budget {
  const { limits } = project.settings;
  const granted = options.maxTurns !== undefined || options.continue === true;
  const cost = options.maxCost ?? limits.cost;
  const minutes = options.maxMinutes ?? limits.minutes;
  return {
    turns: options.maxTurns ?? limits.turns,
    ...(granted ? {} : { sinceHuman: limits.turns }),
    ...(cost === undefined ? {} : { cost }),
    ...(minutes === undefined ? {} : { minutes }),
  };
}

/** Whether the human left something to capture; a clean gate is never passed by itself. */
export function hasBusiness(rest: Rest, options: Pick<LoopOptions, "continue">): boolean {
  if (rest.snapshot.changes.length > 0 || rest.position.foreign.length > 0) return true;
  const clean = rest.state.rows.some((row) => row.pattern.clauses.some((clause) => clause.kind === "clean"));
  return options.continue === true && clean;
}

/** `--edit`: whether the human was given the file of the gate. */
async function edited(rest: Rest, options: LoopOptions): Promise<boolean> {
  const file = options.edit === undefined ? undefined : (await describeHandle(rest)).file;
  if (file === undefined) return false;
  await options.edit?.(file);
  return true;
}

async function afterTurn(project: Project, rest: Rest, outcome: Outcome, { onEvent }: LoopOptions): Promise<void> {
  const subject = "subject" in outcome ? outcome.subject : null;
  const facts = { state: restingState(outcome), actor: rest.actor, ...(subject === null ? {} : { subject }) };
  await runHook(project, "onTurn", facts, (text) => onEvent({ event: "note", text }));
}

function about(rest: Rest, reason: Halt["reason"], text: string, next: readonly string[] = []): Halt {
  return { reason, state: rest.state.name, actor: rest.actor, text, ...(next.length === 0 ? {} : { next }) };
}

function isSettled({ state, position }: Rest): boolean {
  return state.initial && position.process.length === 0;
}

function gateHalt(rest: Rest): Halt {
  return isSettled(rest)
    ? about(rest, "settled", "no process is under way")
    : about(rest, "human", `"${rest.state.name}" waits for ${rest.actor}`);
}

function interrupted(rest: Rest): UserError {
  return new UserError(`interrupted at "${rest.state.name}"`, {
    code: "interrupted",
    exit: EXIT.interrupted,
    next: ["gtd  # to go on"],
  });
}
