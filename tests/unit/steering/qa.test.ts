import { describe, expect, it } from "vitest";

import { STEERING_MODES } from "../../../src/steering/index.ts";
import { parseQa } from "../../../src/steering/qa.ts";

const PATH = ".gtd/TODO.md";

function open(...options: readonly string[]): string {
  return `## Open Questions\n\n### Which one?\n\n${options.join("\n")}\n`;
}

function signals(after: string | undefined, before?: string): readonly string[] | undefined {
  return STEERING_MODES.get("qa")?.signals?.({ path: PATH, before, after, changes: [] });
}

describe("parseQa", () => {
  it("reads questions with their options, in order", () => {
    const text =
      "# Plan\n\n## Open Questions\n\n### Which `backend`, *really*?\n\nWhy it matters.\n\n- [ ] SQLite\n- [x] Postgres:\n  for many writers\n- [ ] _your answer_\n\n## Answered Questions\n\n### How are ids made?\n\nUUIDv7.\n";
    expect(parseQa(text).questions).toEqual([
      {
        state: "open",
        text: "Which `backend`, really?",
        line: 5,
        options: [
          { text: "SQLite", ticked: false, recommended: true, isSlot: false, line: 9 },
          { text: "Postgres: for many writers", ticked: true, recommended: false, isSlot: false, line: 10 },
          { text: "your answer", ticked: false, recommended: false, isSlot: true, line: 12 },
        ],
      },
      { state: "answered", text: "How are ids made?", line: 16, options: [] },
    ]);
  });

  it("ends a section at the next heading of level 1 or 2, a question at the next of level 3", () => {
    const text =
      "## Open Questions\n\n### One?\n\n#### More of it\n\n- [ ] a\n\n### Two?\n\n- [ ] b\n\n## Steps\n\n### Not a question\n\n- [ ] c\n\n## Open Questions\n\n### Three?\n\n# End\n\n- [ ] d\n";
    expect(
      parseQa(text).questions.map(({ text: heading, options }) => [heading, options.map((option) => option.text)]),
    ).toEqual([
      ["One?", ["a"]],
      ["Two?", ["b"]],
      ["Three?", []],
    ]);
  });

  it.each([
    ["_your answer_", true],
    ["*Your Answer*", true],
    ["**_your answer_**", true],
    ["your answer", true],
    ["_your answer_: Redis", false],
    ["Redis", false],
  ])("takes %s for the slot: %s", (text, isSlot) => {
    expect(parseQa(open("- [ ] SQLite", `- [x] ${text}`)).questions[0]?.options[1]?.isSlot).toBe(isSlot);
  });

  it("takes a box whose text was deleted for the unfilled slot", () => {
    expect(parseQa(open("- [ ] SQLite", "- [x]")).questions[0]?.options[1]).toMatchObject({
      text: "",
      ticked: true,
      isSlot: true,
    });
  });

  it("takes a box in front of a block that is no text for one without text", () => {
    expect(parseQa(open("- [ ]\n\n  text below")).questions[0]?.options).toMatchObject([{ text: "", ticked: false }]);
  });

  it("takes no box below an empty item for a task", () => {
    expect(parseQa(open("-", "[ ] bare", "", "- > [x] quoted")).questions[0]?.options).toEqual([]);
  });

  it("reads a break, an image and wide characters as one line", () => {
    const text = open("- [ ] one  \n  two ![three](x.png) ![four][f]", "- [ ] 折り\n  返し", "", "[f]: y.png");
    expect(parseQa(text).questions[0]?.options.map((option) => option.text)).toEqual([
      "one two three four",
      "折り返し",
    ]);
  });
});

describe("signals of qa", () => {
  it.each([
    ["no open question", "# Plan\n", ["settled"]],
    ["an answered question alone", "## Answered Questions\n\n### Q?\n\n- [ ] a\n", ["settled"]],
    ["an empty file", "", ["settled"]],
    ["an untouched question", open("- [ ] a", "- [ ] _your answer_"), ["open", "unanswered"]],
    ["a question without options", open("none"), ["open", "unanswered"]],
    ["one tick", open("- [x] a", "- [ ] _your answer_"), ["open", "answered"]],
    ["a ticked slot with text", open("- [ ] a", "- [X] Redis"), ["open", "answered"]],
    ["text in a slot that is not ticked", open("- [ ] a", "- [ ] Redis"), ["open", "unanswered"]],
    ["two ticks", open("- [x] a", "- [x] b"), ["open", "ambiguous"]],
    ["a ticked empty slot", open("- [ ] a", "- [x] _your answer_"), ["open", "ambiguous"]],
    ["a ticked box without text", open("- [ ] a", "- [x]"), ["open", "ambiguous"]],
    ["a ticked slot that is not the last option", open("- [x] _your answer_", "- [ ] a"), ["open", "ambiguous"]],
    ["one of two questions decided", `${open("- [x] a")}\n### Other?\n\n- [ ] b\n`, ["open", "unanswered"]],
    ["both of two questions decided", `${open("- [x] a")}\n### Other?\n\n1. [x] b\n`, ["open", "answered"]],
    [
      "two ticks beside an undecided question",
      `${open("- [ ] a")}\n### Other?\n\n- [x] b\n- [x] c\n`,
      ["open", "ambiguous"],
    ],
  ])("%s", (_, text, expected) => {
    expect(signals(text)).toEqual(expected);
  });

  it("are none when the file is not in the turn's tree", () => {
    expect(signals(undefined, open("- [ ] a"))).toEqual([]);
  });
});
