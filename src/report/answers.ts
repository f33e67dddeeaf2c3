import type { AnswerItem } from "../steering/answers.ts";
import { sanitizeText } from "./sanitize.ts";

export interface AnswerReport {
  readonly state: string;
  readonly file: string;
  readonly mode: string;
  readonly items: readonly AnswerItem[];
}

/** What can be answered, as data: `{number, line, text, settled}` and what is known of its kind. */
export function answersJson({ state, file, mode, items }: AnswerReport) {
  return {
    state,
    file,
    mode,
    items: items.map((item) => {
      const { number, line, text, settled } = item;
      if (item.kind === "question") return { number, line, text, settled, options: item.options };
      const { ticked, commented, chunk, pointer } = item;
      const { path, from, to, note } = pointer ?? {};
      return { number, line, text, settled, ticked, commented, chunk: chunk?.title, path, from, to, note };
    }),
    left: items.filter(({ settled }) => !settled).length,
  };
}

/** The same for a person: each item with its number, an option with its own. */
export function renderAnswers({ file, items }: Pick<AnswerReport, "file" | "items">): string {
  return sanitizeText(items.map((item) => `${renderItem(file, item)}\n`).join(""));
}

function renderItem(file: string, item: AnswerItem): string {
  const head = `${file}:${item.line}: ${item.number}.`;
  if (item.kind === "box")
    return `${head} ${renderBox(item.ticked)} ${item.text}${item.commented ? " (commented)" : ""}`;
  const options = item.options.map(({ text, ticked }, at) => `\n  ${at + 1} ${renderBox(ticked)} ${text}`);
  return `${head} ${item.text}${options.join("")}`;
}

/** What became of one item, on one line. */
export function renderAnswered(file: string, item: AnswerItem): string {
  if (item.kind === "box") return sanitizeText(`${renderItem(file, item)}\n`);
  const chosen = item.options.filter(({ ticked }) => ticked).map(({ text }) => text);
  return sanitizeText(`${file}:${item.line}: ${item.number}. ${item.text} → ${chosen.join(", ")}\n`);
}

/** How much is answered, and how to go on, where no step was taken. */
export function renderLeft(items: readonly AnswerItem[]): string {
  const left = items.filter(({ settled }) => !settled).length;
  const next = [
    ...(left === 0 ? [] : ["gtd answer --list  # shows what is open"]),
    `gtd step${left === 0 ? "" : "           # takes the step with the file as it is"}`,
  ];
  return `${items.length - left} of ${items.length} answered, no step taken\nnext:\n${next.map((line) => `  ${line}\n`).join("")}`;
}

function renderBox(ticked: boolean): string {
  return ticked ? "[x]" : "[ ]";
}
