import { renderContent } from "./content.ts";
import { parseMarkdown } from "./markdown.ts";
import type { MarkdownDocument } from "./markdown.ts";
import { readTasks } from "./tasks.ts";
import type { SignalInput } from "./types.ts";

/** Exactly one of `withdrawn`, `commented`, `approved`, `unfinished`, the first that holds (document 2.4). */
export function readReviewSignals({ path, before, after, changes }: SignalInput): readonly string[] {
  if (after === undefined) return before === undefined ? [] : ["withdrawn"];
  if (changes.some((change) => change.path !== path)) return ["commented"];
  const now = parseMarkdown(after);
  if (before === undefined || isCommented(parseMarkdown(before), now)) return ["commented"];
  const tasks = readTasks(now.root);
  return [tasks.length > 0 && tasks.every(({ ticked }) => ticked) ? "approved" : "unfinished"];
}

/** A tick is a box that goes from empty to ticked; any other change of content is a comment, a tick taken back too. */
function isCommented(before: MarkdownDocument, after: MarkdownDocument): boolean {
  if (renderContent(before, { ticks: false }) !== renderContent(after, { ticks: false })) return true;
  const ticks = readTasks(after.root);
  return readTasks(before.root).some(({ ticked }, index) => ticked && ticks[index]?.ticked === false);
}
