import { describe, expect, it } from "vitest";
import { testJson } from "../../../src/scenario/json.ts";
import { hasFailed, renderTestReport } from "../../../src/scenario/render.ts";
import { bind, play, type Run } from "./bind.ts";
import { FLOW } from "./flow.ts";

const flow = bind(FLOW);

/** Why each scenario fails; undefined for one that passes. */
function messages({ findings, results }: Run): readonly (string | undefined)[] {
  expect(findings).toEqual([]);
  return results.map(({ failure }) => failure?.message);
}

async function steps(text: string, head = ""): Promise<string | undefined> {
  const run = await play(flow, `- scenario: one\n${head}  steps:\n${text.replace(/^/gm, "    ")}`);
  return messages(run)[0];
}

describe("a scenario in memory", () => {
  it("follows changes, exits, captures and retry caps to the commit and begins anew", async () => {
    expect(
      await steps(
        `- human: { write: { notes.md: x } }
  lands: building
- agent: { write: { src/a.ts: "1" } }
  lands: checking
- check: { exit: 1, output: red }
  lands: fixing
- agent: { delete: output.txt }
  lands: checking
- check: { exit: 1 }
  lands: fixing
- agent: { write: { src/a.ts: "2" } }
  lands: checking
- check: { exit: 2 }
  lands: asking
  instead: fixing
- human:
  lands: checking
- check: { exit: 0 }
  lands: judging
- agent: { write: { verdict.md: "Verdict: approve" } }
  lands: looking
- human: {}
  lands: done
- human: { delete: verdict.md }
  lands: building`,
      ),
    ).toBe('there is no file "verdict.md" to delete at this step');
  });

  it("keeps what was refused pending, and not the capture of a refused script", async () => {
    expect(
      await steps(
        `- agent: { delete: plan.md, write: { src/a.ts: "1" } }
  refused: leave the   plan
- agent: { write: { plan.md: p } }
  lands: checking
- check: { exit: 127 }
  refused: npm is missing
- check: { exit: timeout }
  refused: by-row
  row: "@timeout"
- check: { exit: 0 }
  lands: judging
  row: "@passed"`,
        "  at: building\n  given: { plan.md: p }\n",
      ),
    ).toBeUndefined();
  });

  it("counts what was entered before, and the state it begins at", async () => {
    const red = "- check: { exit: 1 }\n  lands: asking\n  instead: fixing";
    expect(await steps(red, "  at: checking\n  after: [building, fixing, checking, fixing]\n")).toBeUndefined();
    expect(await steps(red, "  at: checking\n  after: [fixing, fixing, building]\n")).toMatch(/lands at "fixing"/);
  });

  it("takes a declared mode's signals as told, and reads a built-in mode's off the file", async () => {
    const at = (state: string) => `  at: ${state}\n`;
    expect(
      await steps(
        '- agent: { write: { decision.md: x }, signals: "@rejected" }\n  refused: Think again',
        at("deciding"),
      ),
    ).toBeUndefined();
    expect(
      await steps("- agent: { write: { decision.md: x }, signals: [accepted] }\n  lands: building", at("deciding")),
    ).toBeUndefined();
    expect(await steps("- agent: { signals: approve }\n  lands: looking", at("judging"))).toBe(
      'the signals of "judging" are read off its file by the mode "verdict"',
    );
    expect(await steps("- agent: { signals: approve }\n  lands: checking", at("building"))).toBe(
      'the signals of "building" are read off nothing: it has no mode',
    );
  });

  it("refuses a turn with an invalid steering file, as a step would", async () => {
    const rejecting = bind(FLOW.replace('"@approve": looking', '"@reject": looking'));
    const text = (refused: string) =>
      `- scenario: a\n  at: judging\n  steps: [{ agent: { write: { verdict.md: "Verdict: reject" } }, refused: ${refused} }]`;
    expect(messages(await play(rejecting, text("verdict-reason")))).toEqual([undefined]);
    expect(messages(await play(rejecting, text("invalid")))).toEqual([undefined]);
    expect(messages(await play(rejecting, text("something else")))[0]).toMatch(
      /^expected a refusal that says "something else", but it was refused \(invalid\)/,
    );
  });

  it.each([
    [
      "- agent: {}\n  lands: building",
      "idle",
      'expected to land at "building", but it was refused (out-of-turn): "idle" waits for "human"',
    ],
    ["- agent: {}\n  refused: out-of-turn", "idle", undefined],
    ["- human: {}\n  lands: building", "idle", 'expected to land at "building", but it stays: nothing is pending'],
    [
      "- human: { write: { a: b } }\n  stays: true",
      "idle",
      'expected to stay, but it lands at "building" by the row "* **"',
    ],
    [
      "- human: { write: { a: b } }\n  refused: true",
      "idle",
      'expected a refusal, but it lands at "building" by the row "* **"',
    ],
    [
      "- human: { write: { a: b } }\n  lands: building\n  row: AM plan.md",
      "idle",
      'expected the row "AM plan.md" to decide, but "* **" did',
    ],
    ["- human: {}\n  stays: true\n  row: C", "idle", 'expected the row "C" to decide, but no row of "idle" did'],
    ["- human: { write: { a: b } }\n  refused: no-row", "asking", undefined],
    [
      "- human: { write: { a: b } }\n  lands: checking",
      "asking",
      'expected to land at "checking", but it was refused (no-row): no row of "asking" answers it',
    ],
    [
      "- agent: { delete: plan.md }\n  lands: checking",
      "building",
      'expected to land at "checking", but it was refused by the row "D plan.md": Leave the plan.',
    ],
    [
      "- check: { exit: 1 }\n  lands: fixing\n  instead: fixing",
      "checking",
      'expected the retry cap of "fixing" to turn the turn away, but it did not',
    ],
    ["- check: {}\n  lands: fixing", "checking", 'the step does not say how the script of "checking" ended'],
    ["- human: { exit: 0 }\n  lands: building", "idle", '"exit" is how a script ends, and "idle" carries a message'],
  ])("%s at %s", async (text, at, message) => {
    expect(await steps(text, `  at: ${at}\n  given: { plan.md: p }\n`)).toBe(message);
  });

  it("goes no further than the step that fails", async () => {
    const run = await play(
      flow,
      "- scenario: a\n  steps: [{ human: {}, lands: building }, { nobody: {}, stays: true }]".replace(
        "nobody",
        "agent",
      ),
    );
    expect(run.results[0]?.failure?.step).toBe(1);
  });
});

describe("what was covered", () => {
  it("counts the rows that decided as expected and the caps that were reached, of all there are", async () => {
    const { coverage } = await play(
      flow,
      `- scenario: a
  at: checking
  after: [building, fixing, fixing]
  steps:
    - check: { exit: 1 }
      lands: asking
    - human: { write: { a: b } }
      lands: checking
`,
    );
    expect(coverage).toMatchObject({ rows: 17, fired: 1, caps: 1, reached: 1, unreached: [], percent: 11.1 });
    expect(coverage.missing.map(({ state, row }) => `${state} ${row.pattern.source}`)).not.toContain(
      "checking @failed",
    );
    expect(coverage.missing.map(({ state, row }) => `${state} ${row.pattern.source}`)).toContain("asking C");
  });
});

describe("the report", () => {
  it("shows the place, the diff, the row that fired, the one expected, and what to type", async () => {
    const text = `- scenario: a red check
  at: checking
  steps:
    - check: { exit: 1 }
      lands: judging
- scenario: nowhere
  at: asking
  steps:
    - human: {}
      lands: done
`;
    const { results, coverage } = await play(flow, text);
    const report = { results, coverage, coverageMin: 50 };
    expect(hasFailed(report)).toBe(true);
    const shown = renderTestReport(report, { color: false, readText: () => text, keyOf: flow.keyOf });
    expect(shown).toContain(`flow.scenarios.yaml:5:14: failed: a red check
  5 |       lands: judging
    |              ^^^^^^^
  step 1 at "checking" (check): expected to land at "judging", but it lands at "fixing" by the row "@failed"
    A output.txt
    @failed
  expected:
    1. @passed → judging   does not hold
       - @passed: the signal is not there
  next: gtd explain --at checking --if 'A output.txt' @failed
`);
    expect(shown).toContain('  no row of "asking" leads to "done"; its rows lead to: checking\n');
    expect(shown).toContain("0 scenarios passed, 2 failed\n0 of 17 rows fired, 0 of 1 retry caps reached (0 %)\n");
    expect(shown).toContain("not fired:\n  idle\n    AM plan.md → deciding\n");
    expect(shown).toContain("no cap reached: fixing\n0 % is less than the 50 % asked for\n");
    expect(testJson(report, flow.keyOf)).toMatchObject({
      scenarios: [
        {
          scenario: "a red check",
          file: "flow.scenarios.yaml",
          line: 1,
          passed: false,
          failure: {
            line: 5,
            column: 14,
            step: 1,
            actor: "check",
            state: "checking",
            changes: [{ status: "A", path: "output.txt" }],
            signals: ["failed"],
            row: { pattern: "@failed", target: "fixing" },
            expected: [{ pattern: "@passed", target: "judging", holds: false }],
          },
        },
        { scenario: "nowhere", passed: false },
      ],
      coverage: { percent: 0, min: 50, rows: 17, fired: 0, caps: 1, reached: 0, unreached: ["fixing"] },
      findings: [],
    });
  });

  it("passes when nothing failed and enough is covered", async () => {
    const run = await play(flow, "- scenario: a\n  steps: [{ human: {}, stays: true }]");
    expect(hasFailed(run)).toBe(false);
    expect(hasFailed({ ...run, coverageMin: 1 })).toBe(true);
  });
});
