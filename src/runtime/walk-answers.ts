import { writeAnswer, type AnswerItem } from "../steering/answers.ts";
import type { Answerable } from "./answerable.ts";
import { askBox, askQuestion, type Asking, type Said } from "./ask-answer.ts";
import type { Prompter } from "./prompter.ts";
import { putAnswerLater, readAnswerableAgain } from "./put-answer.ts";
import { readHunk } from "./read-hunk.ts";

/** How a walk ended, with the file as it was last read. */
export interface Walked {
  readonly end: "through" | "quit" | "called-off";
  readonly open: Answerable;
}

/**
 * Asks for one item after another, from the first that is open or the one with a number. Each answer is written when it
 * is given, so that whatever ends the walk, nothing that was answered is lost; a file that somebody else wrote
 * meanwhile is read again, and the item asked again.
 */
export async function walkAnswers(
  prompter: Prompter,
  first: Answerable,
  { number, signal }: { readonly number?: number; readonly signal: AbortSignal },
): Promise<Walked> {
  let open = first;
  let at = Math.max(0, number === undefined ? open.items.findIndex((item) => !item.settled) : number - 1);
  for (let item = open.items[at]; item !== undefined; item = open.items[at]) {
    const said = signal.aborted ? undefined : await ask(prompter, open, item);
    if (said === undefined || signal.aborted) return { end: "called-off", open };
    if (said === "quit") return { end: "quit", open };
    if (said === "skip" || said === "back") {
      at = said === "back" ? Math.max(0, at - 1) : at + 1;
      continue;
    }
    const put = await putAnswerLater(open, said);
    open = put === "same" ? open : await readAnswerableAgain(open);
    if (put === "changed") prompter.say(`"${open.path}" was written by somebody else meanwhile: asked again\n`);
    else at += 1;
  }
  return { end: "through", open };
}

async function ask(prompter: Prompter, open: Answerable, item: AnswerItem): Promise<Said> {
  const { path, items, text } = open;
  const asking: Asking = {
    count: items.length,
    fault: (answer) =>
      writeAnswer(text, answer) === undefined ? "that would not be read so at this place; edit the file" : undefined,
  };
  prompter.say(`\n${path}:${item.line}\n`);
  if (item.kind === "question") {
    if (item.body !== "") prompter.say(`${bounded(item.body)}\n`);
    return askQuestion(prompter, item, asking);
  }
  const { chunk, pointer } = item;
  const before = items[item.number - 2];
  const same = before?.kind === "box" && before.chunk?.title === chunk?.title;
  if (chunk !== undefined && !same) prompter.say(`${[chunk.title, bounded(chunk.description)].join("\n\n")}\n\n`);
  if (pointer !== undefined) prompter.show(await readHunk(open.rest, pointer));
  return askBox(prompter, item, asking);
}

/** Lines of prose that a screen takes beside the question. */
const LINES = 20;

function bounded(text: string): string {
  const lines = text.split("\n");
  return lines.length <= LINES ? text : [...lines.slice(0, LINES), `… ${lines.length - LINES} more lines`].join("\n");
}
