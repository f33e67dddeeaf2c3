import { readDiff } from "../git/diff.ts";
import { pickHunk, type DiffLine } from "../report/hunk.ts";
import type { Pointer } from "../steering/pointer.ts";
import { keptPaths } from "./facts.ts";
import type { Rest } from "./rest.ts";
import { findReviewBase } from "./review-base.ts";

/** Lines of a hunk that a screen takes beside the question. */
const LIMIT = 40;

/**
 * What a pointer of a review points to: the part of the diff between the review base, which an open window shows, and
 * the working tree. Bounded, and never empty: where there is nothing to show, it says so.
 */
export async function readHunk(rest: Rest, { path, from, to = from }: Pointer): Promise<readonly DiffLine[]> {
  const { repo, settings } = rest.project;
  const base = rest.snapshot.window?.base ?? (await findReviewBase(rest, rest.state, await keptPaths(rest)));
  const diff = await readDiff(repo, {
    from: base,
    to: null,
    exclude: (one) => one !== path,
    limit: settings.limits.diff,
  });
  const range = from === undefined || to === undefined ? {} : { range: { from, to } };
  const { lines, left, missed } = pickHunk(diff, { ...range, limit: LIMIT });
  const command = `git diff ${base.slice(0, 12)} -- ${path}`;
  return [
    ...(lines.length === 0 ? [note(`"${path}" has no change since ${base.slice(0, 12)}`)] : []),
    ...(missed ? [note(`the diff has nothing near line ${from}; all of the file's changes:`)] : []),
    ...lines,
    ...(left > 0 ? [note(`${left} more line${left === 1 ? "" : "s"}: ${command}`)] : []),
  ];
}

function note(text: string): DiffLine {
  return { tone: "place", text };
}
