import type { Heading, Nodes, Paragraph, TableCell } from "mdast";

import { foldSpace } from "./inline-text.ts";

/**
 * The content of a document, or of a part of one, as one string, equal for two that differ only in how a formatter would lay
 * them out: wrapping, blank lines, bullets, numbers, marks of emphasis, fences, table padding. With `ticks` off
 * the state of boxes is left out as well, so that what remains of a difference is a comment (document 5, review).
 */
export function renderContent({ root }: { readonly root: Nodes }, options: { readonly ticks: boolean }): string {
  const parts: string[] = [];
  const pending: (Nodes | string)[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    const label = renderLabel(next, options.ticks);
    // Two lists side by side differ from one in the sign of their bullets alone.
    if (next.type === "list" && parts.at(-1) === CLOSE + label) parts.pop();
    else parts.push(label);
    if (next.type === "paragraph" || next.type === "heading" || next.type === "tableCell")
      parts.push(renderInline(next));
    else if ("children" in next) pending.push(CLOSE + label, ...next.children.toReversed());
  }
  return JSON.stringify(parts);
}

const CLOSE = "/";
/** NUL cannot stand in a parsed document: the parser replaces it. */
const MARK = "\0";

function renderInline(block: Paragraph | Heading | TableCell): string {
  let text = "";
  const pending: (Nodes | string)[] = block.children.toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") text += next;
    else if (next.type === "text") text += next.value;
    else if (next.type === "break") text += "\n";
    else {
      text += MARK + renderLabel(next, true) + MARK;
      if ("children" in next) pending.push(MARK + CLOSE + MARK, ...next.children.toReversed());
    }
  }
  return foldSpace(text);
}

/** What a node says of itself that is no content: place, looseness, first number, form of a reference. */
const LAYOUT: ReadonlySet<string> = new Set([
  "position",
  "data",
  "children",
  "spread",
  "start",
  "referenceType",
  "label",
]);

function renderLabel(node: Nodes, ticks: boolean): string {
  const entries = Object.entries(node).filter(([key]) => !LAYOUT.has(key));
  return JSON.stringify(
    entries.map(([key, value]: readonly [string, unknown]) => {
      if (key === "checked") return [key, ticks ? value : typeof value === "boolean"];
      if (key !== "value" || typeof value !== "string") return [key, value];
      return [key, node.type === "code" ? value.replace(/[ \t]+$/gm, "") : foldSpace(value)];
    }),
  );
}
