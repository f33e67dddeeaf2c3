import type { ListItem } from "mdast";

import { addBelow, setTick } from "./box.ts";
import { checkTasks } from "./check-tasks.ts";
import { foldSpace, renderInlineText } from "./inline-text.ts";
import { renderPlainText } from "./plain-text.ts";
import { outlineReview } from "./review.ts";
import type { ReviewOutline } from "./review.ts";
import { rewrite } from "./rewrite.ts";

/** Ticks boxes of a review, counted from 0, or takes their ticks back; undefined when it could not be read so. */
export function setTicks(source: string, boxes: readonly number[], ticked: boolean): string | undefined {
  const outline = outlineReview(source);
  const chosen = new Set(boxes);
  const edits = outline.tasks.flatMap((task, index) =>
    chosen.has(index) ? setTick(outline.document, task, ticked) : [],
  );
  const text = rewrite(source, edits);
  const wanted = renderReading(outline, (index) => (chosen.has(index) ? ticked : undefined));
  return renderReading(outlineReview(text)) === wanted ? text : undefined;
}

/**
 * Writes a comment below a box of a review, counted from 0, as an item of its own. What was typed is what is read, on
 * one line: signs of markdown are escaped. Undefined when no form of it would be read so at this place.
 */
export function writeComment(source: string, box: number, typed: string): string | undefined {
  const outline = outlineReview(source);
  const task = outline.tasks[box];
  const comment = foldSpace(typed);
  if (task === undefined || comment === "") return undefined;
  const wanted = renderReading(outline);
  const faults = checkTasks(outline.document).length;
  return renderPlainText(typed)
    .map((text) => rewrite(source, [addBelow(outline.document, task, "inside", text)]))
    .find((text) => {
      const after = outlineReview(text);
      const item = after.tasks[box]?.item;
      return (
        renderReading(after) === wanted &&
        checkTasks(after.document).length <= faults &&
        item !== undefined &&
        lastRemark(item) === comment
      );
    });
}

/** What the last item inside of an item says; undefined where it has none, or it holds more than one line of text. */
function lastRemark({ children }: ListItem): string | undefined {
  const list = children.at(-1);
  const item = list?.type === "list" ? list.children.at(-1) : undefined;
  const [only, ...more] = item?.children ?? [];
  return only?.type === "paragraph" && more.length === 0 ? renderInlineText(only) : undefined;
}

/** All that is read in a review, places aside, with ticks as they are to be. */
function renderReading(
  { hash, base, chunks, tasks }: ReviewOutline,
  tickOf: (index: number) => boolean | undefined = () => undefined,
): string {
  return JSON.stringify([
    hash,
    base?.hash,
    chunks.map(({ title, description, pointers }) => [
      title,
      description,
      pointers.map(({ path, from, to, note }) => [path, from, to, note]),
    ]),
    tasks.map(({ text, ticked }, index) => [text, tickOf(index) ?? ticked]),
  ]);
}
