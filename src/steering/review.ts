import type { Heading, RootContent } from "mdast";

import type { Range } from "../finding.ts";
import { renderInlineText } from "./inline-text.ts";
import { parseMarkdown, rangeOf } from "./markdown.ts";
import type { MarkdownDocument } from "./markdown.ts";
import { parsePointer } from "./pointer.ts";
import type { Pointer } from "./pointer.ts";
import { readTasks } from "./tasks.ts";
import type { Task } from "./tasks.ts";

export interface Chunk {
  /** Empty when the heading has no text. */
  readonly title: string;
  /** What stands between title and pointers, a paragraph a line; empty when there is none. */
  readonly description: string;
  readonly line: number;
  readonly pointers: readonly Pointer[];
}

/** A review in the order of the document (docs/steering-files.md, "review"). */
export interface ReviewFile {
  /** The hash in the heading. */
  readonly hash?: string;
  /** The hash that the comment names. */
  readonly base?: string;
  readonly chunks: readonly Chunk[];
}

/** Where things stand in the file, for findings. */
export interface ReviewOutline {
  readonly document: MarkdownDocument;
  readonly hash?: string;
  readonly base?: { readonly hash: string; readonly range: Range };
  readonly chunks: readonly (Chunk & { readonly range: Range; readonly tasks: readonly Task[] })[];
  /** All boxes of the document, inside chunks or not. */
  readonly tasks: readonly Task[];
  readonly pointers: readonly (Pointer & { readonly range: Range })[];
}

/** Reads any text; what is missing or wrong is left to the mode's findings. */
export function parseReview(text: string): ReviewFile {
  const { hash, base, chunks } = outlineReview(text);
  return {
    ...(hash === undefined ? {} : { hash }),
    ...(base === undefined ? {} : { base: base.hash }),
    chunks: chunks.map(({ title, description, line, pointers }) => ({ title, description, line, pointers })),
  };
}

export function outlineReview(text: string): ReviewOutline {
  const document = parseMarkdown(text);
  const blocks = document.root.children;
  const [first] = blocks;
  const heading =
    first?.type === "heading" && first.depth === 1 ? /^review: ([0-9a-f]{4,64})$/i.exec(renderInlineText(first)) : null;
  const base = blocks.flatMap(readBase)[0];
  const tasks = readTasks(document.root);
  return {
    document,
    ...(heading?.[1] === undefined ? {} : { hash: heading[1] }),
    ...(base === undefined ? {} : { base }),
    chunks: groupChunks(blocks).map(({ heading: title, body }) => readChunk(document, title, body)),
    tasks,
    pointers: tasks.flatMap((task) => {
      const pointer = parsePointer(document, task);
      return pointer === undefined ? [] : [{ ...pointer, range: rangeOf(task.item) }];
    }),
  };
}

function readBase(block: RootContent): readonly { readonly hash: string; readonly range: Range }[] {
  const hash = block.type === "html" ? /^<!--\s*base:\s*([0-9a-f]{4,64})\s*-->/i.exec(block.value)?.[1] : undefined;
  return hash === undefined ? [] : [{ hash, range: rangeOf(block) }];
}

interface Section {
  readonly heading: Heading;
  readonly body: RootContent[];
}

function groupChunks(blocks: readonly RootContent[]): readonly Section[] {
  const sections: Section[] = [];
  let current: Section | undefined;
  for (const block of blocks) {
    if (block.type === "heading" && block.depth <= 2)
      current = block.depth === 2 ? { heading: block, body: [] } : undefined;
    else current?.body.push(block);
    if (current?.heading === block) sections.push(current);
  }
  return sections;
}

function readChunk(
  document: MarkdownDocument,
  heading: Heading,
  body: readonly RootContent[],
): ReviewOutline["chunks"][number] {
  const tasks = body.flatMap((block) => readTasks(block));
  const prose = body.filter(
    (block) => block.type !== "heading" && block.type !== "html" && readTasks(block).length === 0,
  );
  const range = rangeOf(heading);
  return {
    title: renderInlineText(heading),
    description: prose
      .map((block) => renderInlineText(block))
      .filter((text) => text !== "")
      .join("\n"),
    line: range.start.line,
    pointers: tasks.flatMap((task) => parsePointer(document, task) ?? []),
    range,
    tasks,
  };
}
