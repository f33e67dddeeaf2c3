import type { Heading } from "mdast";

import type { Range } from "../finding.ts";
import { renderInlineText } from "./inline-text.ts";
import { parseMarkdown, rangeOf } from "./markdown.ts";
import type { MarkdownDocument } from "./markdown.ts";
import { readTasks } from "./tasks.ts";
import type { Task } from "./tasks.ts";

export interface Option {
  readonly text: string;
  readonly ticked: boolean;
  /** The first option of a question. */
  readonly recommended: boolean;
  /** The free-text slot as long as nobody filled it in; a filled one is an option like any other. */
  readonly isSlot: boolean;
  readonly line: number;
}

export interface Question {
  readonly state: "open" | "answered";
  /** The heading on one line; empty when it has none. */
  readonly text: string;
  readonly line: number;
  readonly options: readonly Option[];
}

/** A plan with its questions, in the order of the document (docs/steering-files.md, "qa"). */
export interface QaFile {
  readonly questions: readonly Question[];
}

/** Where things stand in the file, for findings. */
export interface QaOutline {
  readonly document: MarkdownDocument;
  readonly sections: readonly { readonly state: Question["state"]; readonly title: string; readonly range: Range }[];
  readonly questions: readonly (Question & { readonly range: Range; readonly tasks: readonly Task[] })[];
  /** Tasks that belong to no question. */
  readonly stray: readonly Task[];
  /** Headings outside of both sections, level 2 and above included. */
  readonly headings: readonly { readonly text: string; readonly depth: number; readonly range: Range }[];
}

/** Reads any text; what is missing or wrong is left to the mode's findings. */
export function parseQa(text: string): QaFile {
  const { questions } = outlineQa(text);
  return {
    questions: questions.map(({ state, text: heading, line, options }) => ({ state, text: heading, line, options })),
  };
}

export function isUnfilledSlot(text: string): boolean {
  return text === "" || /^your answer$/i.test(text);
}

const SECTIONS: ReadonlyMap<string, Question["state"]> = new Map([
  ["open questions", "open"],
  ["answered questions", "answered"],
]);

interface Begun {
  readonly state: Question["state"];
  readonly heading: Heading;
  readonly tasks: Task[];
}

export function outlineQa(text: string): QaOutline {
  const document = parseMarkdown(text);
  const sections: QaOutline["sections"][number][] = [];
  const headings: QaOutline["headings"][number][] = [];
  const stray: Task[] = [];
  const begun: Begun[] = [];
  let section: Question["state"] | undefined;
  let current: Begun | undefined;
  for (const block of document.root.children) {
    if (block.type !== "heading") {
      (current?.tasks ?? stray).push(...readTasks(block));
      continue;
    }
    const title = renderInlineText(block);
    const named = block.depth === 2 ? SECTIONS.get(title.toLowerCase()) : undefined;
    if (block.depth <= 2) section = named;
    if (block.depth <= 3) current = undefined;
    if (named !== undefined) sections.push({ state: named, title, range: rangeOf(block) });
    else if (section === undefined) headings.push({ text: title, depth: block.depth, range: rangeOf(block) });
    else if (block.depth === 3) begun.push((current = { state: section, heading: block, tasks: [] }));
  }
  return { document, sections, stray, headings, questions: begun.map(toQuestion) };
}

function toQuestion({ state, heading, tasks }: Begun): QaOutline["questions"][number] {
  const options = tasks.map(({ text, ticked, line }, index) => ({
    text,
    ticked,
    recommended: index === 0,
    isSlot: isUnfilledSlot(text),
    line,
  }));
  const range = rangeOf(heading);
  return { state, text: renderInlineText(heading), line: range.start.line, options, range, tasks };
}
