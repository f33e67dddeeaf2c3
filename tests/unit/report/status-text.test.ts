import { describe, expect, it } from "vitest";
import { renderStatus } from "../../../src/report/status-text.ts";
import type { Standing } from "../../../src/report/standing.ts";
import type { StatusReport } from "../../../src/report/status.ts";
import { measureWidth } from "../../../src/report/width.ts";
import { STATUS, standing } from "./standing-fixture.ts";

const GATE = standing(
  {
    rows: [
      { edge: { pattern: "D PLAN.md", refuse: "The plan stays.\n" }, fires: false, redirects: [] },
      {
        edge: { pattern: "C", target: "done", action: "Accept", describe: "It becomes one commit." },
        fires: false,
        to: "done",
        redirects: [],
      },
      {
        edge: { pattern: "* **", target: "fixing", action: "Send it back" },
        fires: true,
        to: "asking",
        label: "needs you",
        redirects: [{ state: "fixing", entries: 3, max: 3, otherwise: "asking" }],
      },
      { edge: { pattern: "@open", target: "working" }, fires: false, to: "working", label: "at work", redirects: [] },
    ],
    retries: [
      { state: "picking", entries: 1, max: 50, otherwise: "asking" },
      { state: "fixing", entries: 3, max: 3, otherwise: "asking", since: "building" },
    ],
    totals: {
      turns: 12,
      attempts: 1,
      elapsed: 125_000,
      cost: 2,
      costByModel: [
        { model: "opus", cost: 1.92 },
        { model: "haiku", cost: 0.08 },
      ],
      unknown: { cost: 0, tokens: 2, duration: 0 },
    },
    file: { path: "PLAN.md", condition: "valid" },
  },
  {
    changes: [
      { status: "A", path: "src/日本.ts", pattern: "* **" },
      { status: "D", path: "b", pattern: null },
    ],
    signals: ["open"],
    next: { pattern: "* **", target: "asking" },
  },
);

function render(one: Standing, columns?: number, color = false): string {
  return renderStatus(one, { color, ...(columns === undefined ? {} : { columns }) });
}

/** Each style as its number, so that a coloured text can be read. */
function showStyles(text: string): string {
  return text.replaceAll(/\u001b\[(\d+)m/g, "<$1>");
}

describe("a status", () => {
  it("tells who is awaited first, and what to type last", () => {
    expect(render(GATE)).toBe(`\
looking: your look, waits for human
pending:
  A  src/日本.ts  * **
  D  b            (no row by itself)
a step would go by * ** → asking (@open), instead of "fixing" (entered 3 of 3 times)
file: PLAN.md, valid
what each row does:
     D PLAN.md  refused    The plan stays.
     C          → done     Accept: It becomes one commit.
  >  * **       → asking   instead of fixing, 3 of 3; Send it back: needs you
     @open      → working  at work
retries:
  picking  1 of 50                  then asking
  fixing    3 of 3  since building  then asking
12 turns and 1 attempt in 2m 05s · cost 2.00 (opus 1.92, haiku 0.08) · tokens unknown
next:
  gtd       # take what is pending, and drive on
  gtd step  # take what is pending, no more
`);
  });

  it("fits a terminal of 40 columns", () => {
    expect(render(GATE, 40)).toBe(`\
looking: your look, waits for human
pending:
  A  src/日本.ts  * **
  D  b            (no row by itself)
a step would go by * ** → asking
  (@open), instead of "fixing" (entered
  3 of 3 times)
file: PLAN.md, valid
what each row does:
     D PLAN.md  refused    The plan sta…
     C          → done     Accept: It b…
  >  * **       → asking   instead of f…
     @open      → working  at work
retries:
  picking  1 of 50  then asking
  fixing    3 of 3  then asking
12 turns and 1 attempt in 2m 05s
cost 2.00 (opus 1.92, haiku 0.08)
tokens unknown
next:
  gtd       # take what is pending, and…
  gtd step  # take what is pending, no …
`);
  });

  it("is never wider than the terminal", () => {
    for (const columns of [20, 33, 60, 80])
      for (const line of render(GATE, columns).split("\n")) expect(measureWidth(line)).toBeLessThanOrEqual(columns);
  });

  it("is coloured by actor, change and outcome", () => {
    expect(showStyles(render(GATE, undefined, true))).toBe(`\
<1>looking: your look, waits for<22> <36>human<39>
pending:
  <32>A<39>  src/日本.ts  <2>* **<22>
  <31>D<39>  b            <2>(no row by itself)<22>
<32>a step would go by * ** → asking (@open), instead of "fixing" (entered 3 of 3 times)<39>
file: PLAN.md, valid
what each row does:
     D PLAN.md  <31>refused<39>    The plan stays.
     C          → done     Accept: It becomes one commit.
  <32>><39>  * **       → asking   instead of fixing, 3 of 3; Send it back: needs you
     @open      → working  at work
retries:
  picking  1 of 50                  <2>then asking<22>
  fixing    <33>3 of 3<39>  <2>since building<22>  <2>then asking<22>
<2>12 turns and 1 attempt in 2m 05s · cost 2.00 (opus 1.92, haiku 0.08) · tokens unknown<22>
next:
  <1>gtd<22>       <2># take what is pending, and drive on<22>
  <1>gtd step<22>  <2># take what is pending, no more<22>
`);
  });

  it.each<[string, Partial<Standing>, Partial<StatusReport>, string]>([
    ["a clean rest that stays", {}, {}, 'nothing pending: a step would stay at "looking"'],
    [
      "a clean rest that a step passes",
      {},
      { next: { pattern: "C", target: "done" } },
      "nothing pending: a step would go by C → done",
    ],
    ["a script", {}, { kind: "script" }, "nothing pending"],
    [
      "a refusal",
      {},
      { changes: [{ status: "D", path: "b", pattern: "D b" }], next: { pattern: "D b", refuse: "Keep b.\n" } },
      "a step would be refused by D b: Keep b.",
    ],
    [
      "changes that no row answers",
      {},
      { changes: [{ status: "D", path: "b", pattern: null }], signals: ["x"] },
      "no row answers what is pending (@x)",
    ],
    [
      "an invalid file",
      { file: { path: "P", condition: "invalid", fault: { message: 'the "x" is empty', line: 3, errors: 1 } } },
      { changes: [{ status: "M", path: "P", pattern: "* **" }], next: { pattern: "* **", target: "a" } },
      'a step would be refused, because the file is invalid\nfile: P, invalid: line 3: the "x" is empty',
    ],
    [
      "a file with several faults",
      { file: { path: "P", condition: "invalid", fault: { message: "m", line: 3, errors: 3 } } },
      {},
      "file: P, invalid: line 3: m, and 2 errors more",
    ],
    ["a file that is not there", { file: { path: "P", condition: "missing" } }, {}, "file: P, not there"],
    ["a file that nothing judges", { file: { path: "P", condition: "there" } }, {}, "file: P\n"],
    [
      "a file that is not judged here",
      { file: { path: "P", condition: "unjudged" } },
      {},
      "file: P, gtd validate judges it",
    ],
    [
      "a lost state",
      {},
      { unknownState: "dreaming" },
      'warning: the last turn led to "dreaming", which the workflow does not have: it begins anew',
    ],
    [
      "an interrupted command",
      {},
      { journal: true },
      "warning: a command was interrupted: the next one that changes anything finishes it",
    ],
    [
      "an open window",
      {},
      { window: { base: "0123456789abc", branch: "refs/heads/main", tip: "t" } },
      "review window open on 0123456789, branch main",
    ],
    [
      "a window with a stash, off any branch",
      {},
      { window: { base: "0123456789abc", branch: "", tip: "t", stashed: true } },
      "branch (detached)\nwarning: a part of the review was stashed inside the window: git stash pop brings it back",
    ],
    [
      "a window that was left",
      {},
      { left: { branch: "refs/heads/main", tip: "0123456789abc" } },
      "warning: the review window of main was left by a checkout; its turns are at 0123456789",
    ],
    [
      "a window that is closed",
      { windowClosed: true },
      {},
      "warning: the review window is closed: gtd window open shows the whole diff",
    ],
    [
      "commits of others",
      {},
      {
        foreign: 6,
        foreignCommits: Array.from({ length: 6 }, (_, at) => ({ commit: `${at}`.repeat(12), subject: `s${at}` })),
      },
      "warning: 6 commits not made by gtd on top\n  0000000000 s0\n  1111111111 s1\n  2222222222 s2\n  3333333333 s3\n  4444444444 s4\n  and 1 more\n",
    ],
    [
      "many changes",
      {},
      {
        changes: Array.from({ length: 12 }, (_, at) => ({ status: "A" as const, path: `f${at}`, pattern: "* **" })),
        next: { pattern: "* **", target: "a" },
      },
      "  A  f9  * **\n  and 2 more\n",
    ],
  ])("tells of %s", (_, over, status, text) => {
    expect(render(standing(over, status))).toContain(text);
  });

  it("names a state that has no label by itself", () => {
    const { label: _, ...status } = STATUS;
    expect(render({ ...standing(), status })).toMatch(/^looking, waits for human\n/);
  });

  it("shows no control sequence of a path, a row, a file or a commit, and keeps each on its line", () => {
    const odd = "x\u001b[31m\u202e\ny\u0007\u009b1m";
    const text = render(
      standing(
        {
          rows: [{ edge: { pattern: odd, target: odd, describe: odd }, fires: true, to: odd, redirects: [] }],
          retries: [{ state: odd, entries: 0, max: 1, otherwise: odd }],
          file: { path: odd, condition: "invalid", fault: { message: odd, line: 1, errors: 1 } },
        },
        {
          state: odd,
          actor: odd,
          label: odd,
          changes: [{ status: "A", path: odd, pattern: odd }],
          signals: [odd],
          next: { pattern: odd, target: odd },
          foreign: 1,
          foreignCommits: [{ commit: "c", subject: odd }],
        },
      ),
    );
    expect(text).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]*$/);
    expect(text.split("\n").filter((line) => line.startsWith("y"))).toEqual([]);
  });
});
