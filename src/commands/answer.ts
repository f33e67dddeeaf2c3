import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { withLock } from "../git/lock.ts";
import { answersJson, renderAnswered, renderAnswers, renderLeft } from "../report/answers.ts";
import { isRefusal, type Outcome } from "../report/outcome.ts";
import { outcomeJson, renderOutcome } from "../report/outcome-text.ts";
import { sanitizeText } from "../report/sanitize.ts";
import {
  answerCommands,
  findItem,
  readAnswerOptions,
  saysAnswer,
  type AnswerOptions,
} from "../runtime/answer-options.ts";
import { countOpen, readAnswerable, type Answerable } from "../runtime/answerable.ts";
import { report, type Context } from "../runtime/context.ts";
import { finishAnswers } from "../runtime/finish-answers.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository, openRest } from "../runtime/open.ts";
import type { Prompter } from "../runtime/prompter.ts";
import { fileChanged, putAnswer, readAnswerableAgain } from "../runtime/put-answer.ts";
import { refusalError } from "../runtime/refusal.ts";
import { readRest } from "../runtime/rest.ts";
import { step, stepLocked } from "../runtime/step.ts";
import { walkAnswers } from "../runtime/walk-answers.ts";

export interface AnswerCommandOptions extends AnswerOptions {
  readonly list?: boolean;
  /** False: leave the file for later. */
  readonly step?: boolean;
}

/** `gtd answer [number] [text]`: answers the open questions or the review of a human's state without an editor. */
export async function answerCommand(context: Context, options: AnswerCommandOptions): Promise<ExitCode> {
  if (options.list === true) return list(context);
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "answer");
  if (saysAnswer(options)) return answerOne(context, options);
  const open = await readAnswerable(await openRest(context));
  if (options.number !== undefined) findItem(open, options.number);
  if (context.loadPrompter === undefined || context.json) throw noTerminal(open);
  return walk(context, await context.loadPrompter(), open, options);
}

async function list(context: Context): Promise<ExitCode> {
  const open = await readAnswerable(await openRest(context));
  const { rest } = open;
  const foreseen = await step(rest.project.repo, rest.project, { actor: rest.actor, dryRun: true });
  const text = isRefusal(foreseen)
    ? `a step would be refused: ${refusalError(foreseen).message}\n`
    : renderOutcome(foreseen);
  tell(context, { open, written: false, outcome: foreseen }, `${renderAnswers(about(open))}${sanitizeText(text)}`);
  return EXIT.done;
}

/** One answer of a command line: written, and stepped with once nothing is left open, under one lock. */
async function answerOne(context: Context, options: AnswerCommandOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  const project = await openProject(context, repo);
  const done = await withLock(repo, async (lock): Promise<Answered> => {
    const before = await readAnswerable(await readRest(repo, project));
    const answer = readAnswerOptions(before, options);
    const put = putAnswer(before, answer);
    if (put === "changed") throw fileChanged(before);
    const open = await readAnswerableAgain(before);
    const answered = { open, number: answer.number, written: put === "written" };
    if (options.step === false || countOpen(open) > 0) return answered;
    return { ...answered, outcome: await stepLocked(lock, open.rest, { actor: open.rest.actor }) };
  });
  const { open, outcome, number } = done;
  const items = open.items.filter((item) => number === undefined || item.number === number);
  const text = items.map((item) => renderAnswered(open.path, item)).join("");
  if (outcome !== undefined && isRefusal(outcome)) {
    context.err(`${text}your answer is in the file, but the step is refused\n`);
    throw refusalError(outcome);
  }
  tell(context, done, `${text}${outcome === undefined ? renderLeft(open.items) : renderOutcome(outcome)}`);
  return EXIT.done;
}

async function walk(
  context: Context,
  prompter: Prompter,
  first: Answerable,
  options: AnswerCommandOptions,
): Promise<ExitCode> {
  const { number } = options;
  const { signal } = context;
  const { end, open } = await walkAnswers(prompter, first, { signal, ...(number === undefined ? {} : { number }) });
  if (end === "called-off") throw calledOff(open);
  const { repo } = open.rest.project;
  const steps = options.step !== false && end === "through";
  const outcome = steps ? await finishAnswers(prompter, open, () => openProject(context, repo)) : undefined;
  if (outcome !== undefined && isRefusal(outcome)) throw refusalError(outcome);
  context.out(outcome === undefined ? renderLeft(open.items) : renderOutcome(outcome));
  return EXIT.done;
}

interface Answered {
  readonly open: Answerable;
  /** The item that was answered; undefined for all of them. */
  readonly number?: number | undefined;
  readonly written: boolean;
  readonly outcome?: Outcome;
}

function about({ rest, path, mode, items }: Answerable) {
  return { state: rest.state.name, file: path, mode, items };
}

function tell(context: Context, { open, written, outcome }: Answered, text: string): void {
  const stepped = outcome === undefined ? { subject: null } : outcomeJson(outcome, {});
  report(context, { ...answersJson(about(open)), written, ...stepped }, text);
}

function noTerminal(open: Answerable): UserError {
  return new UserError("nothing can be asked here: that takes a terminal, without --json, and node 20.12 or newer", {
    code: "no-terminal",
    exit: EXIT.usage,
    detail: renderAnswers(about(open)).trimEnd(),
    next: answerCommands(open),
  });
}

function calledOff({ path }: Answerable): UserError {
  return new UserError(`called off: what you answered so far is in "${path}"`, {
    code: "interrupted",
    exit: EXIT.interrupted,
    next: ["gtd answer  # goes on", "gtd step    # takes the step with the file as it is"],
  });
}
