import { isUtf8 } from "node:buffer";
import { EXIT, UserError } from "../errors.ts";
import { readBlobs } from "../git/capture.ts";
import { ANSWERABLE, listAnswerItems, type AnswerableMode, type AnswerItem } from "../steering/answers.ts";
import { declineEarly } from "./decline.ts";
import { readWorkingBytes } from "./paths.ts";
import type { Rest } from "./rest.ts";
import { steeringFileOf } from "./steering.ts";

/** The steering file of a human's state as it was read, and what can be answered in it. */
export interface Answerable {
  readonly rest: Rest;
  readonly path: string;
  readonly mode: AnswerableMode;
  readonly bytes: Buffer;
  readonly text: string;
  readonly items: readonly AnswerItem[];
}

/**
 * Reads what the resting state asks a human. Throws `out-of-turn` where none is awaited, `nothing-to-answer` where
 * nothing is asked, and what would refuse any step (`foreign-commits`, `window-stashed`).
 */
export async function readAnswerable(rest: Rest): Promise<Answerable> {
  const { state, actor, project } = rest;
  declineEarly(rest, { actor });
  if (state.content.kind !== "message")
    throw refuse("out-of-turn", `"${state.name}" waits for "${actor}", so there is nothing for you to answer`, [
      "gtd next  # shows what is awaited",
    ]);
  const file = await steeringFileOf(rest);
  const mode = ANSWERABLE.find((one) => one === file?.mode);
  if (file === undefined || mode === undefined)
    throw nothing(`"${state.name}" asks no questions and shows no review`, ["gtd next  # shows what it waits for"]);
  const { path } = file;
  const bytes = readWorkingBytes(project.repo.root, path);
  if (bytes === undefined)
    throw nothing(`there is no "${path}" to answer in`, [
      "gtd status  # shows what is pending",
      "gtd undo    # takes the last turn back",
    ]);
  if (!isUtf8(bytes))
    throw refuse("steering-bytes", `"${path}" holds bytes that are no UTF-8, so no answer is written into it`, [
      `edit "${path}" yourself, then run gtd step`,
    ]);
  const text = bytes.toString("utf8");
  const items = listAnswerItems(mode, text, await readBefore(rest, path, text));
  if (items.length === 0)
    throw nothing(`"${path}" holds ${mode === "qa" ? "no open question" : "no box to tick"}`, [
      "gtd status  # shows where a step would lead",
      "gtd step",
    ]);
  return { rest, path, mode, bytes, text, items };
}

/** HEAD's version of the file, through a review window. */
async function readBefore({ snapshot, project }: Rest, path: string, now: string): Promise<string | undefined> {
  const change = snapshot.changes.find((one) => one.path === path);
  if (change === undefined) return now;
  if (change.status === "A" || snapshot.tip === null) return undefined;
  return (await readBlobs(project.repo, [`${snapshot.tip}:${path}`]))[0]?.toString("utf8");
}

/** How many items nobody has answered yet. */
export function countOpen({ items }: Pick<Answerable, "items">): number {
  return items.filter(({ settled }) => !settled).length;
}

function nothing(message: string, next: readonly string[]): UserError {
  return refuse("nothing-to-answer", message, next);
}

function refuse(code: string, message: string, next: readonly string[]): UserError {
  return new UserError(message, { code, exit: EXIT.refused, next });
}
