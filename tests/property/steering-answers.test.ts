import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { faultOfAnswer } from "../../src/steering/answer-question.ts";
import { listAnswerItems, writeAnswer, type AnswerItem } from "../../src/steering/answers.ts";
import { foldSpace } from "../../src/steering/inline-text.ts";
import { parseQa } from "../../src/steering/qa.ts";
import { readQaSignals } from "../../src/steering/qa-signals.ts";
import { readReviewSignals } from "../../src/steering/review-signals.ts";
import { parseReview } from "../../src/steering/review.ts";
import { formatMarkdown } from "../../src/steering/format.ts";
import { STEERING_MODES } from "../../src/steering/index.ts";
import { markdown } from "./steering-markdown.ts";

const PATH = ".gtd/FILE.md";

/** What people type, and what would be read as something else if it stood there bare. */
const typed = fc
  .oneof(
    fc.constantFrom(
      "DuckDB, since most of it is analysis",
      "# not a heading",
      "[x] no box",
      "[ ]",
      "[ ] tight",
      "-[x]bad",
      "– [ ] dash",
      "[~] odd",
      "```",
      "~~~ js",
      "- item",
      "+ item",
      "1. first",
      "1986) year",
      "> quote",
      "| a | b |",
      "*why* __not__ `code` a_b_c 2*3*4",
      "`half",
      "<!-- hidden",
      "<!-- hidden --> seen",
      "Vec<String> & co &amp; &#35;",
      "back\\",
      "C:\\dir\\*",
      "[ref] [a](b) ![i](j) [ref]: ./x",
      "./src/calc.ts#1: here",
      "---",
      "===",
      "two\nlines",
      "日本\n語",
      "https://example.org/a_b?x=1&y=2",
      "    indented",
      "_your answer_: Redis",
    ),
    fc.array(fc.constantFrom(..."[]()<>*_`~#-+=|&\\!.:x1a \t"), { minLength: 1, maxLength: 12 }).map((s) => s.join("")),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  )
  // The parser takes NUL for a replacement sign, and blanks of other scripts end a line as blanks do.
  .filter((text) => faultOfAnswer(text) === undefined && !text.includes("\0"));

const layout = fc.record({
  bullet: fc.constantFrom("-", "*", "+", "1.", "2)"),
  ending: fc.constantFrom("\n", "\r\n"),
  bom: fc.constantFrom("", "\uFEFF"),
  closed: fc.boolean(),
  indent: fc.constantFrom("", "  "),
  blanks: fc.constantFrom("", "  "),
  loose: fc.boolean(),
  slot: fc.constantFrom("_your answer_", "**_Your answer_**", "your answer", undefined),
  ticked: fc.integer({ min: -1, max: 1 }),
});
type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never;

function layOut(lines: readonly string[], { ending, bom, closed }: Layout): string {
  return bom + lines.join(ending) + (closed ? ending : "");
}

function plan(one: Layout, last: readonly string[]): string {
  const { bullet, indent, blanks, loose, slot, ticked } = one;
  const options = ["SQLite (recommended)", "Postgres: *many* writers", ...(slot === undefined ? [] : [slot])];
  const items = options.map((text, at) => `${indent}${bullet} [${at === ticked ? "X" : " "}] ${text}${blanks}`);
  return layOut(
    [
      "# Plan  ",
      "",
      "## Open Questions",
      "",
      "### One?",
      "",
      ...items.flatMap((item) => (loose ? [item, ""] : [item])),
      ...(loose ? [] : [""]),
      "### Two?",
      "- [ ] a",
      ...last,
    ],
    one,
  );
}

function review(one: Layout): string {
  const { bullet, indent, blanks, loose, ticked } = one;
  const items = ["./src/a.ts#1: **why**", "`./b c.ts`"].map(
    (text, at) => `${indent}${bullet} [${at === ticked ? "x" : " "}] ${text}${blanks}`,
  );
  return layOut(
    [
      "# Review: 1a2b3c4",
      "",
      "<!-- base: 1a2b3c4d -->",
      "",
      "## Add it",
      "Adds it.",
      "",
      ...items.flatMap((item) => (loose ? [item, ""] : [item])),
    ],
    one,
  );
}

/** Faults that the mode finds in a text. */
const faults = (mode: "qa" | "review", text: string): number =>
  STEERING_MODES.get(mode)?.validate?.({ path: PATH, text, draft: false }).length ?? -1;

const lines = (text: string): readonly string[] => text.split(/(?<=\n)/);

/** Lines of `after` that `before` does not have at their place, the first and last common ones taken off. */
function changed(before: string, after: string): readonly [readonly string[], readonly string[]] {
  const [old, fresh] = [lines(before), lines(after)];
  let head = 0;
  while (head < Math.min(old.length, fresh.length) && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, fresh.length) - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  return [old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)];
}

describe("answering a question", () => {
  it("leaves one tick, and no other byte than those in boxes differs", () => {
    fc.assert(
      fc.property(layout, fc.nat({ max: 1 }), (one, option) => {
        const before = plan(one, ["text"]);
        const after = writeAnswer(before, { kind: "option", number: 1, option: option + 1 }) ?? "";
        const [question, other] = parseQa(after).questions;
        expect(question?.options.map(({ ticked }) => ticked)).toEqual(question?.options.map((_, at) => at === option));
        expect(other).toEqual(parseQa(before).questions[1]);
        const blank = (text: string) => text.replaceAll(/\[[xX]\]/g, "[ ]");
        expect(blank(after)).toBe(blank(before));
      }),
      { numRuns: 60 },
    );
  });

  it("writes any text so that it reads as it was typed, and changes no line beside the options", () => {
    fc.assert(
      fc.property(layout, typed, fc.boolean(), (one, text, second) => {
        const before = plan(one, second ? [] : ["", "```", "code"]);
        const after = writeAnswer(before, { kind: "own", number: second ? 2 : 1, text }) ?? "";
        const [first, last] = parseQa(after).questions;
        const [question, other] = second ? [last, first] : [first, last];
        expect(question?.options.filter(({ ticked }) => ticked).map((option) => [option.text, option.isSlot])).toEqual([
          [foldSpace(text), false],
        ]);
        expect(question?.options.length).toBe(second ? 2 : 3);
        expect(other?.options.map((option) => option.text)).toEqual(
          parseQa(before).questions[second ? 0 : 1]?.options.map((option) => option.text),
        );
        expect(faults("qa", after)).toBe(faults("qa", before));
        const [old, fresh] = changed(before, after);
        for (const line of old) expect(line).toMatch(/^ *(?:[-*+]|\d[.)]) \[[ xX]\] |^\r?\n$/);
        expect(fresh.every((line) => line.endsWith(one.ending) || line === lines(after).at(-1))).toBe(true);
        expect(/[\r\n]$/.test(after)).toBe(/[\r\n]$/.test(before));
        expect(after.startsWith("\uFEFF")).toBe(one.bom !== "");
      }),
      { numRuns: 110 },
    );
  });

  it("once all are answered the plan is answered", () => {
    fc.assert(
      fc.property(layout, typed, (one, text) => {
        const half = writeAnswer(plan(one, []), { kind: "own", number: 1, text }) ?? "";
        const after = writeAnswer(half, { kind: "option", number: 2, option: 1 });
        expect(readQaSignals({ path: PATH, before: undefined, after, changes: [] })).toEqual(["open", "answered"]);
        expect(listAnswerItems("qa", after ?? "", undefined).every(({ settled }) => settled)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe("answering a review", () => {
  it("a tick is only a tick, and all of them approve", () => {
    fc.assert(
      fc.property(layout, (one) => {
        const before = review({ ...one, ticked: -1 });
        const half = writeAnswer(before, { kind: "approve", number: 2 }) ?? "";
        expect(parseReview(half).chunks[0]?.pointers.map(({ ticked }) => ticked)).toEqual([false, true]);
        expect(writeAnswer(half, { kind: "disapprove", number: 2 })).toBe(before);
        const after = writeAnswer(before, { kind: "approve" }) ?? "";
        expect(readReviewSignals({ path: PATH, before, after, changes: [] })).toEqual(["approved"]);
        expect(after.replaceAll("[x]", "[ ]")).toBe(before);
      }),
      { numRuns: 50 },
    );
  });

  it("a comment is one more line, whatever it says", () => {
    fc.assert(
      fc.property(layout, typed, fc.integer({ min: 1, max: 2 }), fc.boolean(), (one, text, number, twice) => {
        const base = review(one);
        const before = twice ? (writeAnswer(base, { kind: "comment", number, text: "before" }) ?? "") : base;
        const after = writeAnswer(before, { kind: "comment", number, text }) ?? "";
        expect(readReviewSignals({ path: PATH, before: base, after, changes: [] })).toEqual(["commented"]);
        expect(listAnswerItems("review", after, base).map((item) => item.kind === "box" && item.commented)).toEqual([
          number === 1,
          number === 2,
        ]);
        expect(faults("review", after)).toBe(faults("review", before));
        const [old, fresh] = changed(before, after);
        const added = fresh.length - old.length;
        expect(added).toBe(1);
        expect(old.length).toBeLessThanOrEqual(1);
        // Behind a last line without a newline, that line gets one.
        expect(fresh.join("").startsWith(old.join("").replace(/\r?\n$/, ""))).toBe(true);
      }),
      { numRuns: 110 },
    );
  });
});

describe("formatting what was answered", () => {
  it("reads the same, and brings no fault", async () => {
    await fc.assert(
      fc.asyncProperty(layout, typed, async (one, text) => {
        const answered = writeAnswer(plan(one, []), { kind: "own", number: 1, text }) ?? "";
        const commented = writeAnswer(review(one), { kind: "comment", number: 1, text }) ?? "";
        const [qa, tour] = [await formatMarkdown(answered), await formatMarkdown(commented)];
        const read = (plan: string) =>
          parseQa(plan).questions.map(({ options }) => options.map((option) => option.text));
        expect(read(qa)).toEqual(read(answered));
        expect(faults("qa", qa)).toBe(0);
        expect(readReviewSignals({ path: PATH, before: commented, after: tour, changes: [] })).not.toContain(
          "commented",
        );
        expect(faults("review", tour)).toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

describe("answering any file", () => {
  it("never throws, and either reads back or writes nothing", () => {
    const marked = markdown.map((text) => `## Open Questions\n\n### Q?\n\n${text}`);
    fc.assert(
      fc.property(
        fc.oneof(markdown, marked),
        typed,
        fc.nat({ max: 3 }),
        fc.nat({ max: 4 }),
        (source, text, at, option) => {
          const number = at + 1;
          const read = (mode: "qa" | "review", after: string): AnswerItem | undefined =>
            listAnswerItems(mode, after, source)[at];
          const chosen = writeAnswer(source, { kind: "option", number, option: option + 1 });
          if (chosen !== undefined) expect(read("qa", chosen)).toMatchObject({ kind: "question" });
          const own = writeAnswer(source, { kind: "own", number, text });
          if (own !== undefined) expect(read("qa", own)).toMatchObject({ settled: true });
          const comment = writeAnswer(source, { kind: "comment", number, text });
          if (comment !== undefined) expect(read("review", comment)).toMatchObject({ commented: true });
          const ticked = writeAnswer(source, { kind: "approve", number });
          if (ticked !== undefined && read("review", source) !== undefined)
            expect(read("review", ticked)).toMatchObject({ ticked: true });
        },
      ),
      { numRuns: 90 },
    );
  });
});
