import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderLog, type LogTurn, type LogView } from "../../../src/report/log.ts";
import type { Totals } from "../../../src/report/totals.ts";
import { measureWidth } from "../../../src/report/width.ts";

const zone = process.env["TZ"];
beforeAll(() => {
  process.env["TZ"] = "UTC";
});
afterAll(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

function turn(part: Partial<LogTurn>): LogTurn {
  return {
    commit: "0123456789abcdef",
    actor: "agent",
    from: "working",
    to: "checking",
    time: "2026-05-04T14:02:00Z",
    files: 0,
    costs: [],
    ...part,
  };
}

const TURNS: readonly LogTurn[] = [
  turn({ actor: "human", from: "idle", to: "working", files: 1, insertions: 1, deletions: 0 }),
  turn({
    files: 12,
    insertions: 140,
    deletions: 7,
    costs: [{ model: "opus", cost: 1.5 }],
    tokenCount: 1_234_567,
    worked: 185_000,
  }),
  turn({ actor: "check", from: "checking", to: "working", signals: ["failed"], exit: "2", worked: 99 }),
  turn({ to: "working", attempt: true, costs: [{ model: "", cost: 0.003 }], time: "2026-05-04T14:31:00Z" }),
];
const TOTALS: Totals = {
  turns: 3,
  attempts: 1,
  elapsed: 1_740_000,
  work: 185_099,
  cost: 1.503,
  costByModel: [
    { model: "opus", cost: 1.5 },
    { model: "", cost: 0.003 },
  ],
  tokens: 1_234_567,
  unknown: { cost: 0, tokens: 1, duration: 1 },
};
const VIEW: LogView = { turns: TURNS, earlier: 0, totals: TOTALS, foreign: 0 };
const NOW = new Date("2026-05-04T15:00:00Z");

function render(view: Partial<LogView>, columns?: number, color = false): string {
  return renderLog({ ...VIEW, ...view }, { color, now: NOW, ...(columns === undefined ? {} : { columns }) });
}

describe("the log", () => {
  it("is one aligned line for each turn, and what they took", () => {
    expect(render({})).toBe(`\
01234567  14:02  human  idle → working                        1 file    +1
01234567  14:02  agent  working → checking                  12 files  +140  -7  3m 05s  1.50 opus  1.2M tokens
01234567  14:02  check  checking → working  @failed exit 2                        99ms
01234567  14:31  agent  working             attempt                                     0.0030
3 turns and 1 attempt in 29m 00s · 3m 05s at work, unknown for 1 turn · cost 1.50 (opus 1.50, no model named 0.0030) · 1.2M tokens, unknown for 1 turn
`);
  });

  it("leaves out what matters least on a terminal of 80 columns", () => {
    expect(render({}, 80)).toBe(`\
01234567  human  idle → working                        1 file
01234567  agent  working → checking                  12 files  3m 05s  1.50 opus
01234567  check  checking → working  @failed exit 2              99ms
01234567  agent  working             attempt                           0.0030
3 turns and 1 attempt in 29m 00s · 3m 05s at work, unknown for 1 turn
cost 1.50 (opus 1.50, no model named 0.0030) · 1.2M tokens, unknown for 1 turn
`);
  });

  it("tells who did what on one of 40", () => {
    expect(render({}, 40)).toBe(`\
01234567  human  idle → working
01234567  agent  working → checking
01234567  check  checking → working
01234567  agent  working
3 turns and 1 attempt in 29m 00s
3m 05s at work, unknown for 1 turn
cost 1.50 (opus 1.50, no model named
  0.0030)
1.2M tokens, unknown for 1 turn
`);
  });

  it("cuts long names by what a terminal shows", () => {
    const turns = [turn({ actor: "人間", from: "設計を考えている状態", to: "作っている状態🚀" }), ...TURNS];
    const text = render({ turns }, 30);
    expect(text.split("\n").slice(0, 2)).toEqual(["01234567  人間   設計を考えて…", "01234567  human  idle → worki…"]);
    for (const line of text.split("\n")) expect(measureWidth(line)).toBeLessThanOrEqual(30);
  });

  it("is coloured by actor, outcome and lines", () => {
    expect(render({ totals: { ...TOTALS, turns: 1, attempts: 0 }, turns: TURNS.slice(1, 3) }, undefined, true)).toBe(
      [
        "\u001b[2m01234567\u001b[22m  \u001b[2m14:02\u001b[22m  \u001b[35magent\u001b[39m  working → checking                  12 files  \u001b[32m+140\u001b[39m  \u001b[31m-7\u001b[39m  3m 05s  1.50 opus  1.2M tokens",
        "\u001b[2m01234567\u001b[22m  \u001b[2m14:02\u001b[22m  \u001b[33mcheck\u001b[39m  checking → working  \u001b[31m@failed exit 2\u001b[39m                        99ms",
        "\u001b[2m1 turn in 29m 00s · 3m 05s at work, unknown for 1 turn · cost 1.50 (opus 1.50, no model named 0.0030) · 1.2M tokens, unknown for 1 turn\u001b[22m",
        "",
      ].join("\n"),
    );
  });

  it("names the day of a turn that is not of today, and the year of one that is not of this year", () => {
    const text = (time: string): string => render({ turns: [turn({ time }), turn({})] }).split("\n")[0] ?? "";
    expect(text("2026-05-03T23:59:00Z")).toBe("01234567  05-03 23:59  agent  working → checking");
    expect(text("2025-12-31T23:59:00Z")).toBe("01234567  2025-12-31 23:59  agent  working → checking");
  });

  it("tells of turns that are not shown and of commits that are none", () => {
    expect(render({ turns: TURNS.slice(-1), earlier: 3, foreign: 2, totals: { ...TOTALS, attempts: 0 } }, 78)).toBe(`\
3 earlier turns: gtd log
01234567  14:31  agent  working  attempt  0.0030
2 commits not made by gtd on top: gtd status says what to do
3 turns in 29m 00s · 3m 05s at work, unknown for 1 turn
cost 1.50 (opus 1.50, no model named 0.0030) · 1.2M tokens, unknown for 1 turn
`);
  });

  it("says unknown where agents reported nothing, and nothing where none worked", () => {
    const totals = (unknown: number): Totals => ({
      turns: 2,
      attempts: 0,
      unknown: { cost: unknown, tokens: unknown, duration: unknown },
    });
    const last = (unknown: number): string =>
      render({ totals: totals(unknown) })
        .split("\n")
        .at(-2) ?? "";
    expect(last(1)).toBe("2 turns · cost unknown · tokens unknown");
    expect(last(0)).toBe("2 turns");
  });

  it("shows no control sequence of an actor, a state or a model", () => {
    const text = render({
      turns: [
        turn({
          actor: "a\u001b[31m",
          from: "x\u202e\n",
          signals: ["\u001b]0;t\u0007s"],
          costs: [{ model: "m\u001b[2J", cost: 1 }],
        }),
      ],
      totals: { ...TOTALS, costByModel: [{ model: "\u001b[5mm", cost: 1 }] },
    });
    expect(text.split("\n").slice(0, 1)).toEqual(["01234567  14:02  a  x  → checking  @s  1.00 m"]);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  it("says so where there is no process", () => {
    expect(render({ turns: [] })).toBe("no process is under way\n");
  });
});
