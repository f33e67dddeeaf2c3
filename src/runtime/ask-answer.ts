import { faultOfAnswer } from "../steering/answer-question.ts";
import type { Answer, BoxItem, QuestionItem } from "../steering/answers.ts";
import type { Choice, Prompter } from "./prompter.ts";

/** Where the walk goes without an answer. */
export type Move = "skip" | "back" | "quit";
/** What a person said; undefined when the person called it off. */
export type Said = Answer | Move | undefined;

/** What is told of an item beside its own text. */
export interface Asking {
  /** How many items there are. */
  readonly count: number;
  /** Why an answer cannot be written; undefined when it can. */
  readonly fault: (answer: Answer) => string | undefined;
}

const OWN = "own";
const MOVES: readonly string[] = ["skip", "back", "quit"] satisfies readonly Move[];

/** Asks one open question of a plan: an option, an answer in the person's own words, or none. */
export async function askQuestion(
  prompter: Prompter,
  { number, text, options, settled }: QuestionItem,
  { count, fault }: Asking,
): Promise<Said> {
  const offered = options.flatMap(({ text, ticked, recommended, isSlot }, at): readonly Choice[] => {
    if (isSlot) return [];
    const hint = recommended && !text.includes("(recommended)") ? { hint: "recommended" } : {};
    return [{ value: String(at + 1), label: `[${ticked ? "x" : " "}] ${text}`, ...hint }];
  });
  const ticked = options.findIndex((option) => option.ticked && !option.isSlot);
  const said = await prompter.select(
    `${number} of ${count}: ${text}`,
    [
      ...offered,
      ...(options.length === 0 ? [] : [{ value: OWN, label: "answer in your own words" }]),
      ...moves(number, settled),
    ],
    { initial: ticked === -1 ? (offered[0]?.value ?? OWN) : String(ticked + 1) },
  );
  if (said === undefined || isMove(said)) return said;
  if (said !== OWN) return { kind: "option", number, option: Number(said) };
  return askText(prompter, text, (words) => ({ kind: "own", number, text: words }), fault);
}

/** Asks for one box of a review: a tick, a comment, or neither. */
export async function askBox(
  prompter: Prompter,
  { number, text, ticked, commented, settled }: BoxItem,
  { count, fault }: Asking,
): Promise<Said> {
  const said = await prompter.select(
    `${number} of ${count}: [${ticked ? "x" : " "}] ${text}${commented ? " (commented)" : ""}`,
    [
      ticked ? { value: "disapprove", label: "take the tick back" } : { value: "approve", label: "seen: tick it" },
      { value: "comment", label: "write a comment" },
      ...moves(number, settled),
    ],
    { initial: settled ? "skip" : "approve" },
  );
  if (said === undefined || isMove(said)) return said;
  if (said === "approve" || said === "disapprove") return { kind: said, number };
  return askText(
    prompter,
    "What is to be said about it?",
    (words) => ({ kind: "comment", number, text: words }),
    fault,
  );
}

function moves(number: number, settled: boolean): readonly Choice[] {
  return [
    { value: "skip", label: settled ? "leave it so, and go on" : "leave it open, and go on" },
    ...(number === 1 ? [] : [{ value: "back", label: "back to the one before" }]),
    { value: "quit", label: "stop here" },
  ];
}

function isMove(said: string): said is Move {
  return MOVES.includes(said);
}

async function askText(
  prompter: Prompter,
  question: string,
  answerOf: (text: string) => Answer,
  fault: Asking["fault"],
): Promise<Answer | undefined> {
  const text = await prompter.text(question, { fault: (words) => faultOfAnswer(words) ?? fault(answerOf(words)) });
  return text === undefined ? undefined : answerOf(text);
}
