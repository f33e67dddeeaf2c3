import type { ListItem, Nodes, Paragraph } from "mdast";

import { renderInlineText } from "./inline-text.ts";
import { lineOf, walk } from "./markdown.ts";

/** A list item with a box. */
export interface Task {
  readonly ticked: boolean;
  /** On one line; nested items and further paragraphs left out. */
  readonly text: string;
  readonly line: number;
  readonly item: ListItem;
  readonly content: Paragraph;
}

/** All tasks below a node, nested ones included, in the order of the document. */
export function readTasks(node: Nodes): readonly Task[] {
  const tasks: Task[] = [];
  for (const item of walk(node)) {
    if (item.type !== "listItem") continue;
    const content = item.children.find((child) => child.type === "paragraph");
    if (content === undefined || typeof item.checked !== "boolean") continue;
    tasks.push({ ticked: item.checked, text: renderInlineText(content), line: lineOf(item), item, content });
  }
  return tasks;
}
