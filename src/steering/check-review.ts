import type { Finding } from "../finding.ts";
import { checkTasks } from "./check-tasks.ts";
import { toFindings } from "./fault.ts";
import type { Fault } from "./fault.ts";
import { rangeOf, rangeOfStart } from "./markdown.ts";
import { outlineReview } from "./review.ts";
import type { ReviewOutline } from "./review.ts";
import type { ReviewFacts, ValidateInput } from "./types.ts";

/** Findings of a review; a draft is held against the repository as well, where facts are given (document 5, review). */
export function checkReview({ path, text, draft, review }: ValidateInput): readonly Finding[] {
  const outline = outlineReview(text);
  return toFindings(path, [
    ...checkTasks(outline.document),
    ...checkHead(outline),
    ...checkChunks(outline, review),
    ...checkLines(outline),
    ...(draft ? checkTicks(outline) : []),
    ...(draft && review !== undefined ? checkFacts(outline, review) : []),
  ]);
}

const POINTER = "- [ ] ./src/calc.ts#1: the new function";

function checkHead({ document, hash, base, chunks }: ReviewOutline): readonly Fault[] {
  const faults: Fault[] = [];
  const range = rangeOfStart(document);
  if (hash === undefined) {
    faults.push({
      code: "review-heading",
      message: 'the first block is not the heading "# Review: <short hash>"',
      range,
      hint: "# Review: 1a2b3c4",
    });
  }
  if (base === undefined) {
    faults.push({
      code: "review-base",
      message: 'no comment names the base; "<!-- base: <hash> -->" does',
      range,
      hint: "<!-- base: 1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d -->",
    });
  }
  if (chunks.length === 0) {
    faults.push({
      code: "review-no-chunk",
      message: "the review has no chunk, that is no heading of level 2",
      range,
      hint: `## Add the calculator\n\nAdds \`add\` and its test.\n\n${POINTER}`,
    });
  }
  return faults;
}

function checkChunks({ chunks, tasks, pointers }: ReviewOutline, facts: ReviewFacts | undefined): readonly Fault[] {
  const nothingToPointAt =
    facts === undefined ? tasks.length === 1 && pointers.length === 0 : facts.changedPaths.length === 0;
  const faults: Fault[] = [];
  for (const chunk of chunks) {
    const { title, description, range } = chunk;
    if (title === "")
      faults.push({
        code: "review-chunk-title",
        message: "the chunk has no title",
        range,
        hint: "## Add the calculator",
      });
    if (description === "") {
      faults.push({
        code: "review-chunk-description",
        message: `the chunk "${title}" has no description`,
        range,
        hint: `## ${title}\n\nWhat changes, and why.`,
      });
    }
    if (chunk.pointers.length === 0 && !(nothingToPointAt && chunk.tasks.length > 0)) {
      faults.push({
        code: "review-chunk-pointer",
        message: `the chunk "${title}" has no pointer, that is no task that begins with "./path"`,
        range,
        hint: nothingToPointAt ? "- [ ] nothing was changed" : POINTER,
      });
    }
  }
  return faults;
}

function checkLines({ pointers }: ReviewOutline): readonly Fault[] {
  return pointers.flatMap(({ path, from, to, range }) =>
    from === undefined || to === undefined || (from > 0 && from <= to)
      ? []
      : [
          {
            code: "review-pointer-lines",
            message: `the lines ${from} to ${to} of "${path}" are no range; lines count from 1, the first one first`,
            range,
            hint: `- [ ] ./${path}#1-3`,
          },
        ],
  );
}

function checkTicks({ tasks }: ReviewOutline): readonly Fault[] {
  return tasks.flatMap(({ ticked, text, item }) =>
    ticked
      ? [
          {
            code: "review-draft-tick",
            message: `the box of "${text}" is ticked in a draft; ticks are the reviewer's`,
            range: rangeOf(item),
            hint: `- [ ] ${text}`,
          },
        ]
      : [],
  );
}

function checkFacts({ base, pointers, document }: ReviewOutline, facts: ReviewFacts): readonly Fault[] {
  const faults: Fault[] = [];
  if (base !== undefined && !facts.baseIsAncestor) {
    faults.push({
      code: "review-base-ancestor",
      message: `the base "${base.hash}" is no ancestor of what is reviewed`,
      range: base.range,
      hint: "<!-- base: the hash that the prompt names -->",
    });
  }
  const changed = new Set(facts.changedPaths);
  const covered = new Set(pointers.map(({ path }) => path));
  const left = facts.changedPaths.filter((path) => !covered.has(path));
  const [open] = left;
  for (const { path, range } of pointers) {
    if (changed.has(path)) continue;
    faults.push({
      code: "review-pointer-path",
      message: `the path "${path}" is not in the diff`,
      range,
      hint:
        open === undefined ? "remove the pointer: every changed file has one of its own" : `- [ ] ${renderPath(open)}`,
    });
  }
  if (left.length > 0) {
    const named = left
      .slice(0, NAMED)
      .map((path) => `"${path}"`)
      .join(", ");
    const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : "";
    faults.push({
      code: "review-uncovered",
      severity: "warning",
      message: `no pointer covers ${named}${more}`,
      range: rangeOfStart(document),
      hint: left
        .slice(0, NAMED)
        .map((path) => `- [ ] ${renderPath(path)}`)
        .join("\n"),
    });
  }
  return faults;
}

/** Changed files that one finding names before it counts the others. */
const NAMED = 10;

function renderPath(path: string): string {
  return /[\s`]/.test(path) ? `[./${path}](<./${path}>)` : `./${path}`;
}
