import type { Change } from "../engine/types.ts";
import { EXIT, UserError } from "../errors.ts";
import { formatDuration } from "../report/figures.ts";
import { showBytes } from "../report/sanitize.ts";
import type { Rest } from "../runtime/rest.ts";
import { readAgain } from "../runtime/rest.ts";
import { figuresOf, runAgent, type AgentEnd, type AgentOptions, type AgentRun, type AgentTask } from "./agent.ts";
import type { TurnFigures } from "./events.ts";
import { freshSession, type Session } from "./session.ts";
import type { Waiter } from "./wait.ts";

/** How often one prompt is handed to a fresh session after a failure. */
const FRESH_TRIES = 1;

export interface WorkOptions extends AgentOptions {
  readonly note: (text: string) => void;
  readonly waiter: Waiter;
}

export interface Work {
  readonly session: Session;
  readonly figures: TurnFigures;
}

type Next = "judge" | "wait" | "fresh" | "stop";

/** What helps against each end (docs/driver.md, "When an agent fails"). */
const REMEDY: Readonly<Record<string, Next>> = {
  done: "judge",
  idle: "fresh",
  hard: "fresh",
  unknown: "fresh",
  context: "fresh",
  session: "fresh",
  transient: "wait",
  billing: "stop",
  authentication: "stop",
  model: "stop",
  setup: "stop",
};

/**
 * Has the agent work on a prompt until it ends well: waits where its provider is busy, begins a fresh session once
 * where that may help, and throws `agent-failed` (exit 5) where nothing will. What it did stays in the tree.
 */
export async function workOn(rest: Rest, task: AgentTask, options: WorkOptions): Promise<Work> {
  let { session, prompt } = task;
  let figures: TurnFigures = {};
  let fresh = 0;
  for (;;) {
    const run = await runAgent(rest, { ...task, session, prompt }, options);
    figures = addFigures(figures, run);
    const heard = heardFrom(task, session, run);
    const { end } = run;
    const next = REMEDY[kindOf(end)] ?? "stop";
    if (next !== "wait") options.waiter.reset();
    if (next === "judge") return { session: heard, figures };
    if (next === "stop") throw agentFailed(rest, end);
    if (next === "wait") {
      const failure = end.kind === "failed" ? end.failure : undefined;
      await options.waiter.wait(failure?.sentence ?? "", failure?.wait);
      session = heard;
      fresh = 0;
      continue;
    }
    if (fresh >= FRESH_TRIES) {
      // What an agent did before its time was up is judged like any other work.
      if (end.kind === "hard" && (await leftBehind(rest)).length > 0) return { session: heard, figures };
      throw agentFailed(rest, end);
    }
    fresh += 1;
    options.note(`${explainEnd(rest, end)}: one more try in a fresh session`);
    session = freshSession(session);
    prompt = tellLeftovers(await leftBehind(rest), task.prompt);
  }
}

function kindOf(end: AgentEnd): string {
  return end.kind === "failed" ? end.failure.kind : end.kind;
}

/** The session as it is known after a run: by the agent's own id, where it told one. */
function heardFrom({ agent }: AgentTask, session: Session, { session: id, end }: AgentRun): Session {
  if (id !== undefined) return { ...session, id, known: true };
  const took = end.kind === "done" && (agent.kind === "shell" || agent.adapter.start !== undefined);
  return took ? { ...session, known: true } : session;
}

function addFigures(before: TurnFigures, { picked }: AgentRun): TurnFigures {
  return joinFigures(before, { ...figuresOf(picked), ...modelIn(picked.model) });
}

/** A model's name becomes a part of a trailer. */
function modelIn(name: string | undefined): { readonly model?: string } {
  return name !== undefined && /^[^\p{C}]{1,100}$/u.test(name) ? { model: name } : {};
}

/** Figures of several runs of one turn; what none of them reports stays unknown. */
export function joinFigures(a: TurnFigures, b: TurnFigures): TurnFigures {
  return { ...a, ...b, ...sum("cost", a, b), ...sum("tokens", a, b) };
}

function sum(name: "cost" | "tokens", a: TurnFigures, b: TurnFigures) {
  const known = [a[name], b[name]].filter((value) => value !== undefined);
  return known.length === 0 ? {} : { [name]: Math.round(known.reduce((x, y) => x + y, 0) * 1e6) / 1e6 };
}

/** The prompt with what is pending before the agent begins, so that it is not done twice. */
export function tellLeftovers(changes: readonly Change[], prompt: string): string {
  if (changes.length === 0) return prompt;
  const shown = changes.slice(0, 50).map(({ status, path }) => `- ${status} ${JSON.stringify(showBytes(path))}`);
  const more = changes.length > 50 ? [`- and ${changes.length - 50} more`] : [];
  return `These changes are in the working tree already, left by an earlier try at this task or made by hand (A added, M modified, D deleted):\n\n${[...shown, ...more].join("\n")}\n\nLook at them first, then finish the task:\n\n${prompt}`;
}

async function leftBehind(rest: Rest) {
  return (await readAgain(rest)).snapshot.changes;
}

function explainEnd({ project, state }: Rest, end: AgentEnd): string {
  switch (end.kind) {
    case "idle":
      return `the agent was silent and changed nothing for ${formatDuration(project.settings.timeouts.idle)}`;
    case "hard":
      return `the agent took longer than ${formatDuration(state.timeout ?? project.settings.timeouts.hard)}`;
    case "failed":
      return `the agent failed: ${end.failure.sentence}`;
    case "done":
      return "the agent is done";
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  billing: "see to the account with the agent's provider, then run gtd again",
  authentication: "log the agent in, then run gtd again",
  model: "mend `models` in .gtdrc.yaml, then run gtd again",
  setup: "set the agent up by hand once, then run gtd again",
};

function agentFailed(rest: Rest, end: AgentEnd): UserError {
  return new UserError(`at "${rest.state.name}" ${explainEnd(rest, end)}`, {
    code: "agent-failed",
    exit: EXIT.agent,
    next: [
      ADVICE[kindOf(end)] ?? "gtd  # tries again",
      "gtd status  # shows what it left in the tree",
      "gtd logs  # shows all that it said",
    ],
  });
}
