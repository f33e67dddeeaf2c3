import { describe, expect, it } from "vitest";

import type { Change } from "../../../src/engine/types.ts";
import { STEERING_MODES } from "../../../src/steering/index.ts";
import { parseReview } from "../../../src/steering/review.ts";

const PATH = ".gtd/REVIEW.md";
const OWN: Change = { status: "M", path: PATH };

const REVIEW = `# Review: 1a2b3c4

<!-- base: 1a2b3c4d5e6f -->

## Add the calculator

Adds \`add\` and its *test*. A sentence that goes on long enough to be wrapped.

| file    | lines |
| ------- | ----- |
| calc.ts | 12    |

- [ ] ./src/calc.ts#1: the new function
- [ ] ./src/calc.test.ts#1
`;

function signals(
  before: string | undefined,
  after: string | undefined,
  changes: readonly Change[] = [OWN],
): readonly string[] | undefined {
  return STEERING_MODES.get("review")?.signals?.({ path: PATH, before, after, changes });
}

function pointer(task: string): unknown {
  return parseReview(`## C\n\n- [ ] ${task}\n`).chunks[0]?.pointers[0];
}

describe("parseReview", () => {
  it("reads head and chunks", () => {
    expect(parseReview(REVIEW)).toEqual({
      hash: "1a2b3c4",
      base: "1a2b3c4d5e6f",
      chunks: [
        {
          title: "Add the calculator",
          description:
            "Adds `add` and its test. A sentence that goes on long enough to be wrapped.\nfile lines calc.ts 12",
          line: 5,
          pointers: [
            { path: "src/calc.ts", from: 1, to: 1, note: "the new function", ticked: false, line: 13 },
            { path: "src/calc.test.ts", from: 1, to: 1, ticked: false, line: 14 },
          ],
        },
      ],
    });
  });

  it("reads nothing out of nothing", () => {
    expect(parseReview("")).toEqual({ chunks: [] });
  });

  it("takes code as a description, and a heading or a comment not", () => {
    const texts = ["```\ncode\n```", "### heading", "<!-- comment -->"].map(
      (body) => parseReview(`## C\n\n${body}\n`).chunks[0]?.description,
    );
    expect(texts).toEqual(["code", "", ""]);
  });
});

describe("a draft that leaves out many files", () => {
  it("is told of ten of them and how many more there are", () => {
    const changedPaths = Array.from({ length: 13 }, (_, index) => `src/${index}.ts`);
    const findings = STEERING_MODES.get("review")?.validate?.({
      path: PATH,
      text: REVIEW,
      draft: true,
      review: { changedPaths, baseIsAncestor: true },
    });
    const [uncovered, ...more] = findings?.filter(({ severity }) => severity === "warning") ?? [];
    expect(more).toEqual([]);
    expect(uncovered?.message).toMatch(/"src\/9\.ts" and 3 more$/);
  });
});

describe("a pointer", () => {
  it.each<[string, object | undefined]>([
    ["./a.ts", { path: "a.ts" }],
    [" ./a.ts", { path: "a.ts" }],
    ["./a.ts#3", { path: "a.ts", from: 3, to: 3 }],
    ["./a.ts#3-5", { path: "a.ts", from: 3, to: 5 }],
    ["./a.ts: why", { path: "a.ts", note: "why" }],
    ["./a.ts - why", { path: "a.ts", note: "why" }],
    ["./a.ts – why", { path: "a.ts", note: "why" }],
    ["./a.ts#3 — why", { path: "a.ts", from: 3, to: 3, note: "why" }],
    ["./a.ts#3-5: *why* `b`", { path: "a.ts", from: 3, to: 5, note: "why `b`" }],
    ["./a.ts#3-5-why", { path: "a.ts", from: 3, to: 5, note: "why" }],
    ["./a.ts why", { path: "a.ts", note: "why" }],
    ["./a-b:c.ts: why: this", { path: "a-b:c.ts", note: "why: this" }],
    ["./a#1.ts#3", { path: "a#1.ts", from: 3, to: 3 }],
    ["./a.ts#L3", { path: "a.ts#L3" }],
    ["./src/__tests__/a_b.ts#3: why", { path: "src/__tests__/a_b.ts", from: 3, to: 3, note: "why" }],
    ["./src/\\_\\_tests\\_\\_/a.ts: why \\*", { path: "src/__tests__/a.ts", note: "why *" }],
    ["./a**b: c**", { path: "a**b", note: "c" }],
    ["`./a b.ts`", { path: "a b.ts" }],
    ["`./a b.ts#3-5`: why", { path: "a b.ts", from: 3, to: 5, note: "why" }],
    ["`./a b.ts`#3: why", { path: "a b.ts", from: 3, to: 3, note: "why" }],
    ["[file](./a%20b.ts#3): why", { path: "a b.ts", from: 3, to: 3, note: "why" }],
    ["[file](<./a b.ts>)#3-5 why", { path: "a b.ts", from: 3, to: 5, note: "why" }],
    ["[./a b.ts](a%20b.ts)", { path: "a b.ts" }],
    ["[./a b.ts#3](./a%20b.ts)", { path: "a b.ts", from: 3, to: 3 }],
    ["[`./a b.ts`](x)", { path: "a b.ts" }],
    ["[file](./50%.ts)", { path: "50%.ts" }],
    ["[file](https://example.org)", undefined],
    ["`a.ts`", undefined],
    ["a.ts", undefined],
    ["**./a.ts**", undefined],
    ["./", undefined],
    ["", undefined],
  ])("written %s", (task, expected) => {
    expect(pointer(task)).toEqual(expected === undefined ? undefined : { ...expected, ticked: false, line: 3 });
  });

  it("goes on in the next line", () => {
    expect(pointer("./a.ts#3: why\n  and more")).toMatchObject({ note: "why and more" });
  });
});

const tick = (text: string, count = 2): string => {
  let left = count;
  return text.replaceAll("[ ]", (box) => (left-- > 0 ? "[x]" : box));
};

describe("signals of review", () => {
  it("approved: every box ticked", () => {
    expect(signals(REVIEW, tick(REVIEW))).toEqual(["approved"]);
  });

  it("unfinished: some ticked, none ticked, no box at all", () => {
    expect(signals(REVIEW, tick(REVIEW, 1))).toEqual(["unfinished"]);
    expect(signals(REVIEW, REVIEW)).toEqual(["unfinished"]);
    expect(signals("# Review: 1a2b3c4\n", "# Review: 1a2b3c4\n")).toEqual(["unfinished"]);
  });

  it("withdrawn: the turn deletes the file, whatever else it does", () => {
    expect(
      signals(REVIEW, undefined, [
        { status: "D", path: PATH },
        { status: "M", path: "a.ts" },
      ]),
    ).toEqual(["withdrawn"]);
  });

  it("none when there never was a file", () => {
    expect(signals(undefined, undefined, [])).toEqual([]);
  });

  it("commented: another path is pending beside the ticks", () => {
    expect(signals(REVIEW, tick(REVIEW), [OWN, { status: "M", path: "src/calc.ts" }])).toEqual(["commented"]);
  });

  it("commented: the file is new", () => {
    expect(signals(undefined, tick(REVIEW), [{ status: "A", path: PATH }])).toEqual(["commented"]);
  });

  it("commented: a tick is taken back", () => {
    expect(signals(tick(REVIEW), REVIEW)).toEqual(["commented"]);
  });

  it.each<[string, (text: string) => string]>([
    ["a word in a note", (text) => text.replace("the new function", "the new function, twice")],
    ["a paragraph", (text) => `${text}\nPlease rename it.\n`],
    ["a further box", (text) => `${text}- [x] and this\n`],
    ["a pointer gone", (text) => text.replace("- [x] ./src/calc.test.ts#1\n", "")],
    ["an HTML comment", (text) => `${text}\n<!-- no -->\n`],
    ["a fence", (text) => `${text}\n\`\`\`ts\nfoo();\n\`\`\`\n`],
    ["a level of a heading", (text) => text.replace("## Add", "### Add")],
    ["a strong word", (text) => text.replace("*test*", "**test**")],
    ["a target of a link", (text) => text.replace("`add`", "[add](x)")],
    ["a space between words", (text) => text.replace("wrapped", "wrap ped")],
    ["a cell", (text) => text.replace("12", "13")],
    ["a box that is none any more", (text) => text.replace("[x]", "[~]")],
  ])("commented: ticks and %s", (_, edit) => {
    expect(signals(REVIEW, edit(tick(REVIEW)))).toEqual(["commented"]);
  });

  it.each<[string, (text: string) => string]>([
    ["upper-case ticks", (text) => text.replaceAll("[x]", "[X]")],
    ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
    ["a BOM", (text) => `\uFEFF${text}`],
    ["no newline at the end", (text) => text.trimEnd()],
    ["other bullets", (text) => text.replaceAll("- [x]", "* [x]")],
    ["one other bullet", (text) => text.replace("- [x]", "+ [x]")],
    ["blank lines between items", (text) => text.replaceAll("\n- [x]", "\n\n- [x]")],
    ["wrapped prose", (text) => text.replace("goes on long", "goes\non    long")],
    ["blanks at the end of a line", (text) => text.replace("on long", "on  \nlong")],
    ["other marks of emphasis", (text) => text.replace("*test*", "_test_")],
    ["an underlined heading", (text) => text.replace("## Add the calculator", "Add the calculator\n---")],
    ["closing marks of a heading", (text) => text.replace("calculator\n", "calculator ##\n")],
    ["another table layout", (text) => text.replace(/ {2,}/g, " ").replace(/-{4,}/g, "---")],
    ["an escape", (text) => text.replace("test*.", "test*\\.")],
  ])("approved: ticks and %s", (_, layout) => {
    expect(signals(REVIEW, layout(tick(REVIEW)))).toEqual(["approved"]);
  });

  it("approved: numbered boxes, renumbered", () => {
    const before = "1. [ ] ./a.ts\n1. [ ] ./b.ts\n\n```\ncode  \n```\n";
    expect(signals(before, "3. [x] ./a.ts\n4. [x] ./b.ts\n\n~~~\ncode\n~~~\n")).toEqual(["approved"]);
  });
});
