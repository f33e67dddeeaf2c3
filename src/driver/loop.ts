import { EXIT, type ExitCode } from "../errors.ts";
import { isRefusal, type Outcome } from "../report/outcome.ts";
import type { Project } from "../runtime/project.ts";
import { refusalError } from "../runtime/refusal.ts";
import { readRest, type Rest } from "../runtime/rest.ts";
import { runScript } from "../runtime/script.ts";
import { step } from "../runtime/step.ts";
import type { StepOptions } from "../runtime/step-options.ts";
import type { Halt, LoopEvent } from "./events.ts";
import { takePromptTurn } from "./prompt-turn.ts";
import { attemptsExhausted, meetsAgain } from "./stall.ts";

export interface LoopOptions extends Pick<StepOptions, "allowLarge" | "allowLink"> {
  /** Do exactly one beat. */
  readonly once?: boolean;
  /** Stop when this state is reached. */
  readonly until?: string;
  /** Pass a clean human gate that has a `C` row. */
  readonly continue?: boolean;
  /** Stop after so many turns; default `limits.turns`. */
  readonly maxTurns?: number;
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
 * Throws where an agent, a script or a step fails for good; the tree is kept.
 */
export async function driveLoop(project: Project, options: LoopOptions): Promise<Halt> {
  const limit = options.maxTurns ?? project.settings.limits.turns;
  for (let beat = 1, turns = 0; ; beat += 1) {
    const rest = await readRest(project.repo, project);
    const halt = haltBefore(rest, options, beat, turns, limit);
    if (halt !== undefined) return tell(options, halt);
    options.onEvent({ event: "beat", beat, state: rest.state.name, actor: rest.actor, kind: rest.state.content.kind });
    const started = performance.now();
    const outcome = await takeTurn(project, rest, options);
    if (outcome === undefined || outcome.kind === "stayed") return tell(options, gateHalt(rest));
    if (isRefusal(outcome)) throw refusalError(outcome);
    options.onEvent({ event: "turn", outcome, duration: performance.now() - started });
    turns += 1;
    if (outcome.kind === "attempt" && attemptsExhausted(await readRest(project.repo, project)))
      return tell(options, stalledHalt(rest, "its agent changed nothing, twice in a row"));
    if (options.once === true)
      return tell(options, { reason: "once", state: rest.state.name, actor: rest.actor, text: "one beat is done" });
  }
}

function tell(options: LoopOptions, halt: Halt): Halt {
  options.onEvent({ event: "halt", ...halt });
  return halt;
}

function haltBefore(rest: Rest, options: LoopOptions, beat: number, turns: number, limit: number): Halt | undefined {
  const about = { state: rest.state.name, actor: rest.actor };
  if (options.until === rest.state.name && beat > 1)
    return { reason: "until", ...about, text: `"${rest.state.name}" is reached` };
  if (rest.state.content.kind === "message")
    return beat === 1 && hasBusiness(rest, options) ? undefined : gateHalt(rest);
  if (turns >= limit)
    return {
      reason: "limit",
      ...about,
      text: `the limit of ${limit} turns is reached: gtd goes on from "${rest.state.name}"`,
    };
  if (meetsAgain(rest))
    return stalledHalt(rest, "the same tree came here for the third time without a human between: nothing will change");
  return undefined;
}

/** Whether the human left something to capture; a clean gate is never passed by itself. */
function hasBusiness(rest: Rest, options: LoopOptions): boolean {
  if (rest.snapshot.changes.length > 0 || rest.position.foreign.length > 0) return true;
  const clean = rest.state.rows.some((row) => row.pattern.clauses.some((clause) => clause.kind === "clean"));
  return options.continue === true && clean;
}

function gateHalt(rest: Rest): Halt {
  const about = { state: rest.state.name, actor: rest.actor };
  const settled = rest.state.initial && rest.position.process.length === 0;
  return settled
    ? { reason: "settled", ...about, text: "no process is under way" }
    : { reason: "human", ...about, text: `"${rest.state.name}" waits for ${rest.actor}` };
}

function stalledHalt(rest: Rest, why: string): Halt {
  return {
    reason: "stalled",
    state: rest.state.name,
    actor: rest.actor,
    text: `stopped at "${rest.state.name}": ${why}`,
  };
}

async function takeTurn(project: Project, rest: Rest, options: LoopOptions): Promise<Outcome | undefined> {
  const accidents = { allowLarge: options.allowLarge ?? false, allowLink: options.allowLink ?? false };
  const onOutput = (text: string): void => options.onEvent({ event: "output", text });
  switch (rest.state.content.kind) {
    case "message":
      return step(project.repo, project, { actor: rest.actor, ...accidents });
    case "script":
      return (await runScript(project.repo, project, { onOutput, signal: options.signal, ...accidents })).outcome;
    case "prompt":
      return takePromptTurn(project, rest, {
        onOutput,
        signal: options.signal,
        note: (text) => options.onEvent({ event: "note", text }),
        ...accidents,
      });
    case "commit":
      return undefined;
  }
}
