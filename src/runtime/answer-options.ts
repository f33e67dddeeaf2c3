import { EXIT, UserError } from "../errors.ts";
import { faultOfAnswer } from "../steering/answer-question.ts";
import type { Answer, AnswerItem } from "../steering/answers.ts";
import type { Answerable } from "./answerable.ts";

/** An answer as it is said on a command line. */
export interface AnswerOptions {
  readonly number?: number;
  /** The answer to a question in the person's own words. */
  readonly text?: string;
  readonly option?: number;
  readonly approve?: boolean;
  readonly comment?: string;
}

/** Whether a command line says an answer, so that nothing need be asked. */
export function saysAnswer({ text, option, approve, comment }: AnswerOptions): boolean {
  return text !== undefined || option !== undefined || approve === true || comment !== undefined;
}

/** Reads an answer from a command line. Throws `usage` where it does not fit what is asked. */
export function readAnswerOptions(open: Answerable, options: AnswerOptions): Answer {
  const { number, text, option, approve, comment } = options;
  const { mode, rest } = open;
  const said = [text, option, comment, approve === true || undefined].filter((one) => one !== undefined);
  if (said.length > 1) throw usage("one answer at a time: an option, a text, an approval or a comment", open);
  if (mode === "qa" ? text === undefined && option === undefined : approve !== true && comment === undefined)
    throw usage(
      mode === "qa"
        ? `"--approve" and "--comment" are for a review, and "${rest.state.name}" asks questions`
        : `"${rest.state.name}" shows a review, which is approved or commented on`,
      open,
    );
  if (approve === true && number === undefined) return { kind: "approve" };
  const item = findItem(open, number);
  if (approve === true) return { kind: "approve", number: item.number };
  const words = text ?? comment;
  if (words === undefined) return { kind: "option", number: item.number, option: findOption(open, item, option) };
  const fault = faultOfAnswer(words);
  if (fault !== undefined) throw usage(fault, open);
  return { kind: text === undefined ? "comment" : "own", number: item.number, text: words };
}

/** The item with a number. Throws `usage` where there is none. */
export function findItem(open: Answerable, number: number | undefined): AnswerItem {
  const { items, mode } = open;
  const item = number === undefined ? undefined : items[number - 1];
  if (item !== undefined) return item;
  const what = mode === "qa" ? "question" : "box";
  throw usage(
    number === undefined
      ? `the number of the ${what} is missing`
      : `there is no ${what} ${number}: ${items.length === 1 ? "there is only one" : `there are ${items.length}`}`,
    open,
  );
}

function findOption(open: Answerable, item: AnswerItem, option: number | undefined): number {
  const options = item.kind === "question" ? item.options : [];
  const chosen = options[(option ?? 0) - 1];
  if (option === undefined || chosen === undefined)
    throw usage(`question ${item.number} has no option ${option}: it has ${options.length}`, open);
  if (!chosen.isSlot) return option;
  throw usage(`option ${option} of question ${item.number} is the place for an answer of your own`, open);
}

/** What can be typed here instead of being asked, for the first item that is open. */
export function answerCommands({ items, mode }: Pick<Answerable, "items" | "mode">): readonly string[] {
  const number = (items.find(({ settled }) => !settled) ?? items[0])?.number ?? 1;
  const own =
    mode === "qa" ? `gtd answer ${number} "your own words"` : `gtd answer ${number} --comment "what is wrong"`;
  return [
    "gtd answer --list  # shows the numbers",
    mode === "qa" ? `gtd answer ${number} --option 1` : `gtd answer ${number} --approve`,
    own,
  ];
}

function usage(message: string, open: Answerable): UserError {
  return new UserError(message, { code: "usage", exit: EXIT.usage, next: answerCommands(open) });
}
