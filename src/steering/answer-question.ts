import { addBelow, setText, setTick } from "./box.ts";
import { checkTasks } from "./check-tasks.ts";
import { foldSpace } from "./inline-text.ts";
import { renderPlainText } from "./plain-text.ts";
import { isUnfilledSlot, outlineQa } from "./qa.ts";
import type { QaOutline } from "./qa.ts";
import { rewrite } from "./rewrite.ts";
import type { Edit } from "./rewrite.ts";

/** Which open question, and which of its options, both counted from 0. */
interface OptionPlace {
  readonly question: number;
  readonly option: number;
}

/** Leaves a plan with exactly one tick at an open question; undefined when there is no such option to tick. */
export function chooseOption(source: string, { question, option }: OptionPlace): string | undefined {
  const outline = outlineQa(source);
  const target = openQuestions(outline)[question];
  if (target?.options[option] === undefined) return undefined;
  const edits = target.tasks.flatMap((task, index) => setTick(outline.document, task, index === option));
  const options = target.options.map((one, index) => ({ ...one, ticked: index === option }));
  return firstThatReads(outline, [rewrite(source, edits)], renderReading(outline, { target, options }));
}

/**
 * Writes an answer of one's own over the slot of an open question, or below its options where there is no slot, and
 * ticks it. What was typed is what is read, on one line: signs of markdown are escaped. Undefined when no form of it
 * would be read so at this place.
 */
export function writeOwnAnswer(source: string, question: number, typed: string): string | undefined {
  const outline = outlineQa(source);
  const { document } = outline;
  const target = openQuestions(outline)[question];
  const last = target?.tasks.at(-1);
  if (target === undefined || last === undefined || faultOfAnswer(typed) !== undefined) return undefined;
  const slot = target.options.findLastIndex(({ isSlot }) => isSlot);
  const kept = target.tasks.flatMap((task, index) => setTick(document, task, index === slot));
  const task = target.tasks[slot];
  const place = (text: string): Edit =>
    task === undefined ? addBelow(document, last, "beside", text) : setText(document, task, text);
  const answer = { text: foldSpace(typed), ticked: true, isSlot: false };
  const options = target.options.map((one, index) => ({ ...one, ...(index === slot ? answer : { ticked: false }) }));
  const wanted = task === undefined ? [...options, { ...answer, recommended: false, line: 0 }] : options;
  return firstThatReads(
    outline,
    renderPlainText(typed).map((text) => rewrite(source, [...kept, place(text)])),
    renderReading(outline, { target, options: wanted }),
  );
}

/** Why a text is no answer; undefined when it is one. */
export function faultOfAnswer(typed: string): string | undefined {
  const text = foldSpace(typed);
  if (text === "") return "an answer has a text";
  return isUnfilledSlot(text) ? `"${text}" stands for an answer that is still missing` : undefined;
}

type Outlined = QaOutline["questions"][number];

function openQuestions({ questions }: QaOutline): readonly Outlined[] {
  return questions.filter(({ state }) => state === "open");
}

interface Change {
  readonly target: Outlined;
  readonly options: Outlined["options"];
}

/** All that is read in a plan, places aside, with one question's options as they are to be. */
function renderReading({ sections, questions, stray, headings }: QaOutline, change?: Change): string {
  return JSON.stringify([
    sections.map(({ title }) => title),
    headings.map(({ text, depth }) => [text, depth]),
    stray.map(({ text, ticked }) => [text, ticked]),
    questions.map((question) => [
      question.state,
      question.text,
      (question === change?.target ? change.options : question.options).map(({ text, ticked }) => [text, ticked]),
    ]),
  ]);
}

/** Of several texts the first that is read so, and has no more faults than the one before. */
function firstThatReads({ document }: QaOutline, texts: readonly string[], reading: string): string | undefined {
  const faults = checkTasks(document).length;
  return texts.find((text) => {
    const after = outlineQa(text);
    return renderReading(after) === reading && checkTasks(after.document).length <= faults;
  });
}
