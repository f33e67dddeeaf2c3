import type { ListItem, Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { CompileContext, Extension, Handle } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";

import type { Position, Range } from "../finding.ts";
import { findDepth } from "./depth.ts";

declare module "mdast" {
  interface CodeData {
    /** Fences met: 0 for indented code, 1 for a fence that nothing closes, 2 for a closed one. */
    fences?: number;
  }
}

/** A steering file as CommonMark with GFM task lists and tables. */
export interface MarkdownDocument {
  /** What was parsed: without a BOM, `\n` as the only line ending. Offsets of nodes point in here. */
  readonly text: string;
  readonly root: Root;
}

/**
 * Parses any text; never throws. One that is nested too deeply is read as nothing at all: its mode says so. Lines and columns of the nodes are those of the file, a BOM aside.
 * A box without text (`- [ ]`) is read as a task too, which GFM does not: a person emptied it, the box still stands.
 */
export function parseMarkdown(source: string): MarkdownDocument {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (findDepth(text) !== undefined) return { text, root: { type: "root", children: [] } };
  const root = fromMarkdown(text, {
    extensions: [gfmTaskListItem(), gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown(), TASKS, FENCES],
  });
  for (const node of walk(root)) if (node.type === "listItem") readEmptyBox(text, node);
  return { text, root };
}

/** A node and all below it, in the order of the document. Keeps its own stack: nesting has no limit. */
export function* walk(node: Nodes): Generator<Nodes> {
  const pending: Nodes[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    if ("children" in next) pending.push(...next.children.toReversed());
  }
}

export function rangeOf(node: Nodes): Range {
  const { start, end } = node.position ?? NOWHERE;
  return { start: placeOf(start), end: placeOf(end) };
}

export function lineOf(node: Nodes): number {
  return rangeOf(node).start.line;
}

/** The place of the document's first block, for what is missing from the file as a whole. */
export function rangeOfStart({ root }: MarkdownDocument): Range {
  return rangeOf(root.children[0] ?? root);
}

/** Offsets into the document's text. */
export function offsetsOf(node: Nodes): { readonly start: number; readonly end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

const START = { line: 1, column: 1 };
const NOWHERE = { start: START, end: START };

function placeOf({ line, column }: Position): Position {
  return { line, column };
}

const EMPTY_BOXES: ReadonlyMap<string, boolean> = new Map([
  ["[ ]", false],
  ["[x]", true],
  ["[X]", true],
]);

/** By the source, because brackets that are escaped are text. */
function readEmptyBox(source: string, item: ListItem): void {
  const [first] = item.children;
  if (first?.type !== "paragraph" || first.children.length !== 1) return;
  const [only] = first.children;
  if (only?.type !== "text") return;
  const { start, end } = offsetsOf(only);
  const ticked = EMPTY_BOXES.get(source.slice(start, end));
  if (ticked === undefined) return;
  item.checked = ticked;
  first.children = [];
}

const LIBRARY = gfmTaskListItemFromMarkdown();

/** Below an empty item (`-`, then `[ ] x`) the tokenizer sees a box where no item is; it is text there. */
const TASKS: Extension = {
  exit: {
    ...LIBRARY.exit,
    taskListCheckValueChecked: inItem("taskListCheckValueChecked"),
    taskListCheckValueUnchecked: inItem("taskListCheckValueUnchecked"),
    taskListCheck(token) {
      if (isInItem(this)) return;
      this.enter({ type: "text", value: this.sliceSerialize(token) }, token);
      this.exit(token);
    },
  },
};

function inItem(name: "taskListCheckValueChecked" | "taskListCheckValueUnchecked"): Handle {
  return function (token) {
    if (isInItem(this)) LIBRARY.exit?.[name]?.call(this, token);
  };
}

function isInItem({ stack }: CompileContext): boolean {
  return stack.at(-2)?.type === "listItem";
}

const FENCES: Extension = {
  exit: {
    codeFencedFenceSequence() {
      for (const node of this.stack) {
        if (node.type === "code") node.data = { fences: (node.data?.fences ?? 0) + 1 };
      }
    },
  },
};
