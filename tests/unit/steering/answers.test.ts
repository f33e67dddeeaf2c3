import { describe, expect, it } from "vitest";

import { faultOfAnswer } from "../../../src/steering/answer-question.ts";
import { listAnswerItems, writeAnswer } from "../../../src/steering/answers.ts";
import { checkTasks } from "../../../src/steering/check-tasks.ts";
import { parseMarkdown } from "../../../src/steering/markdown.ts";
import { readTasks } from "../../../src/steering/tasks.ts";

const PLAN = `# Plan

## Open Questions

### Which backend?

It is hard to change later.

- [ ] SQLite (recommended)
- [x] Postgres
- [ ] _your answer_

### Which port?

* [ ] 80

## Answered Questions

### Which language?

German.
`;

const REVIEW = `# Review: 1a2b3c4

<!-- base: 1a2b3c4d -->

## Add the calculator

Adds \`add\`.

- [ ] ./src/calc.ts#1-7: the new function
  1. [ ] \`./src/calc test.ts\`
- [ ] and all of it
`;

describe("listAnswerItems", () => {
  it("lists the open questions of a plan, with what stands above their options", () => {
    expect(listAnswerItems("qa", PLAN, undefined)).toMatchObject([
      { number: 1, line: 5, text: "Which backend?", body: "It is hard to change later.", settled: true },
      { number: 2, line: 13, text: "Which port?", body: "", settled: false },
    ]);
  });

  it("lists the boxes of a review, nested ones and those without a path included", () => {
    expect(listAnswerItems("review", REVIEW, REVIEW)).toMatchObject([
      { number: 1, line: 9, chunk: { title: "Add the calculator" }, pointer: { path: "src/calc.ts", from: 1, to: 7 } },
      { number: 2, line: 10, pointer: { path: "src/calc test.ts" }, settled: false },
      { number: 3, line: 11, text: "and all of it", commented: false },
    ]);
  });

  it("takes an item that a person wrote into for commented on, however it is laid out", () => {
    const now = REVIEW.replace("the new function", "the old function").replace("- [ ] and", "* [ ]  and");
    expect(listAnswerItems("review", now, REVIEW).map((item) => item.settled)).toEqual([true, false, false]);
    expect(listAnswerItems("review", now, undefined).map((item) => item.settled)).toEqual([false, false, false]);
  });
});

describe("writeAnswer", () => {
  it("moves the tick to the option that is chosen", () => {
    expect(writeAnswer(PLAN, { kind: "option", number: 1, option: 1 })).toBe(
      PLAN.replace("[ ] SQLite", "[x] SQLite").replace("[x] Postgres", "[ ] Postgres"),
    );
  });

  it("writes an answer over the slot, and below the options where there is none", () => {
    const half = PLAN.replace("[x] Postgres", "[ ] Postgres");
    expect(writeAnswer(PLAN, { kind: "own", number: 1, text: " DuckDB\n # 1 " })).toBe(
      half.replace("[ ] _your answer_", "[x] DuckDB # 1"),
    );
    expect(writeAnswer(PLAN, { kind: "own", number: 2, text: "# 8080" })).toBe(
      PLAN.replace("* [ ] 80\n", "* [ ] 80\n* [x] # 8080\n"),
    );
  });

  it("counts on where options are numbered, and indents as they are", () => {
    const plan = "## Open Questions\n\n### Q?\n\n> 9. [ ] a";
    expect(writeAnswer(plan, { kind: "own", number: 1, text: "b" })).toBe(`${plan}\n> 10. [x] b`);
  });

  it("fills a slot whose text was deleted", () => {
    const plan = "## Open Questions\r\n\r\n### Q?\r\n\r\n- [ ] a\r\n- [ ]\r\n";
    expect(writeAnswer(plan, { kind: "own", number: 1, text: "b" })).toBe(plan.replace("- [ ]\r\n", "- [x] b\r\n"));
  });

  it("escapes what would be read as something else, and nothing more", () => {
    const answer = (text: string) =>
      writeAnswer("## Open Questions\n\n### Q?\n\n- [ ] a", { kind: "own", number: 1, text });
    expect(answer("use `a_b`, not 2*3*4")).toContain("- [x] use \\`a\\_b\\`, not 2\\*3\\*4");
    expect(answer("use `a_b` & a_b")).toContain("- [x] use `a_b` & a_b");
    expect(answer("<b> # 1")).toContain("- [x] \\<b\\> \\# 1");
  });

  it("writes a comment as an item below the box, before what follows", () => {
    expect(writeAnswer(REVIEW, { kind: "comment", number: 1, text: "Zero?" })).toBe(
      REVIEW.replace("test.ts`\n", "test.ts`\n  - Zero?\n"),
    );
    expect(writeAnswer(REVIEW, { kind: "comment", number: 2, text: "[ ] 1. it" })).toBe(
      REVIEW.replace("test.ts`\n", "test.ts`\n     - \\[ \\] 1. it\n"),
    );
  });

  it("ticks one box, takes the tick back, and ticks all", () => {
    const one = REVIEW.replace("1. [ ]", "1. [x]");
    expect(writeAnswer(REVIEW, { kind: "approve", number: 2 })).toBe(one);
    expect(writeAnswer(one, { kind: "disapprove", number: 2 })).toBe(REVIEW);
    expect(writeAnswer(REVIEW, { kind: "approve" })).toBe(REVIEW.replaceAll("[ ]", "[x]"));
  });

  it("writes nothing where there is no such place, and nothing that would not be read", () => {
    expect(writeAnswer(PLAN, { kind: "option", number: 3, option: 1 })).toBeUndefined();
    expect(writeAnswer(PLAN, { kind: "option", number: 2, option: 2 })).toBeUndefined();
    expect(writeAnswer(PLAN, { kind: "own", number: 1, text: "_your answer_" })).toContain("[x] \\_your answer\\_");
    expect(writeAnswer(PLAN, { kind: "own", number: 1, text: "Your answer" })).toBeUndefined();
    expect(writeAnswer(REVIEW, { kind: "comment", number: 4, text: "a" })).toBeUndefined();
    expect(writeAnswer(REVIEW, { kind: "comment", number: 1, text: " " })).toBeUndefined();
    const open = "- [ ] ./a.ts\n  ```\n  code";
    expect(writeAnswer(open, { kind: "comment", number: 1, text: "a" })).toBeUndefined();
  });
});

describe("faultOfAnswer", () => {
  it.each([
    ["", "an answer has a text"],
    [" \n", "an answer has a text"],
    ["Your  answer", '"Your answer" stands for an answer that is still missing'],
    ["Redis", undefined],
  ])("of %j is %j", (text, fault) => {
    expect(faultOfAnswer(text)).toBe(fault);
  });
});

describe("a box without a text", () => {
  it("is none when its brackets are escaped", () => {
    const boxes = (text: string) => readTasks(parseMarkdown(text).root).length;
    expect([boxes("- [ ]"), boxes("- [x]  "), boxes("- \\[ \\]"), boxes("- [ \\]")]).toEqual([1, 1, 0, 0]);
  });
});

describe("a box whose brackets are escaped", () => {
  it.each([
    "- \\[ \\] a",
    "- \\[ ] a",
    "- [ \\] a",
    "- a\n  \\[x] b",
    "> \\-\\[ ] a",
    "– \\[x\\] a",
    "- [x] \\[ \\] a",
  ])("is no fault in %j", (text) => {
    expect(checkTasks(parseMarkdown(text))).toEqual([]);
  });

  it.each(["- a\n  [x] b", "> -[ ] a", "– [x] a", "- [x] [ ] a \\[b]"])("is one in %j when they are not", (text) => {
    expect(checkTasks(parseMarkdown(text))).toHaveLength(1);
  });
});

describe("line ends of other systems in what was typed", () => {
  it.each(["one\r\ntwo", "one\rtwo", "one\r\n\r\ntwo\r\n"])("are a space in %j", (text) => {
    expect(writeAnswer(PLAN, { kind: "own", number: 2, text })).toContain("[x] one two\n");
    expect(writeAnswer(REVIEW, { kind: "comment", number: 3, text })).toContain("one two\n");
  });

  it("are nothing between wide characters", () => {
    expect(writeAnswer(PLAN, { kind: "own", number: 2, text: "日\r\n本" })).toContain("[x] 日本\n");
  });
});
