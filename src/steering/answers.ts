import { chooseOption, writeOwnAnswer } from "./answer-question.ts";
import { setTicks, writeComment } from "./answer-review.ts";
import { renderContent } from "./content.ts";
import { rangeOf } from "./markdown.ts";
import type { Pointer } from "./pointer.ts";
import { isDecided } from "./qa-signals.ts";
import { outlineQa } from "./qa.ts";
import type { Option } from "./qa.ts";
import { outlineReview } from "./review.ts";

/** An open question of a plan, to be decided. */
export interface QuestionItem {
  readonly kind: "question";
  /** Counted from 1 among what can be answered. */
  readonly number: number;
  readonly line: number;
  readonly text: string;
  /** The lines between the heading and the first option, as they stand in the file. */
  readonly body: string;
  readonly options: readonly Option[];
  /** Exactly one option is ticked, and it has a text. */
  readonly settled: boolean;
}

/** A box of a review, to be ticked or commented on. */
export interface BoxItem {
  readonly kind: "box";
  readonly number: number;
  readonly line: number;
  readonly text: string;
  readonly chunk: { readonly title: string; readonly description: string } | undefined;
  /** Undefined where the task names no place. */
  readonly pointer: Pointer | undefined;
  readonly ticked: boolean;
  /** The item says something else than in the version it is compared with. */
  readonly commented: boolean;
  /** Ticked or commented on. */
  readonly settled: boolean;
}

export type AnswerItem = QuestionItem | BoxItem;

/** What a person says about one item, by its number; an approval without one is of every box. */
export type Answer =
  | { readonly kind: "option"; readonly number: number; readonly option: number }
  | { readonly kind: "own"; readonly number: number; readonly text: string }
  | { readonly kind: "approve"; readonly number?: number }
  | { readonly kind: "disapprove"; readonly number: number }
  | { readonly kind: "comment"; readonly number: number; readonly text: string };

/** Modes whose files can be answered item by item. */
export const ANSWERABLE = ["qa", "review"] as const;
export type AnswerableMode = (typeof ANSWERABLE)[number];

/** What can be answered in a file, in the order of the document; `before` is HEAD's version, where it has one. */
export function listAnswerItems(mode: AnswerableMode, text: string, before: string | undefined): readonly AnswerItem[] {
  return mode === "qa" ? listQuestions(text) : listBoxes(text, before);
}

/** The file with an answer written into it; undefined where that could not be read back as it was meant. */
export function writeAnswer(text: string, answer: Answer): string | undefined {
  switch (answer.kind) {
    case "option":
      return chooseOption(text, { question: answer.number - 1, option: answer.option - 1 });
    case "own":
      return writeOwnAnswer(text, answer.number - 1, answer.text);
    case "comment":
      return writeComment(text, answer.number - 1, answer.text);
    case "disapprove":
      return setTicks(text, [answer.number - 1], false);
    case "approve":
      return setTicks(text, answer.number === undefined ? everyBox(text) : [answer.number - 1], true);
  }
}

function everyBox(text: string): readonly number[] {
  return outlineReview(text).tasks.map((_, index) => index);
}

function listQuestions(source: string): readonly QuestionItem[] {
  const { document, questions } = outlineQa(source);
  const lines = document.text.split("\n");
  return questions
    .filter(({ state }) => state === "open")
    .map((question, index) => {
      const { text, line, options, range } = question;
      const end = options[0] === undefined ? range.end.line : options[0].line - 1;
      const body = lines.slice(range.end.line, end).join("\n").trim();
      return { kind: "question", number: index + 1, line, text, body, options, settled: isDecided(question) };
    });
}

function listBoxes(source: string, before: string | undefined): readonly BoxItem[] {
  const { tasks, chunks, pointers } = outlineReview(source);
  const known =
    before === undefined
      ? undefined
      : new Set(outlineReview(before).tasks.map(({ item }) => renderContent({ root: item }, { ticks: false })));
  return tasks.map(({ text, ticked, line, item }, index) => {
    const chunk = chunks.find((one) => one.tasks.some((task) => rangeOf(task.item).start.line === line));
    const pointer = pointers.find((one) => one.line === line);
    const commented = known?.has(renderContent({ root: item }, { ticks: false })) === false;
    return {
      kind: "box",
      number: index + 1,
      line,
      text,
      chunk: chunk === undefined ? undefined : { title: chunk.title, description: chunk.description },
      pointer,
      ticked,
      commented,
      settled: ticked || commented,
    };
  });
}
