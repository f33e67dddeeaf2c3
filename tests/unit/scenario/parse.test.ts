import { describe, expect, it } from "vitest";
import { parseScenarios } from "../../../src/scenario/parse.ts";
import { bind } from "./bind.ts";
import { FLOW } from "./flow.ts";

const { workflow } = bind(FLOW);

function findings(text: string): readonly string[] {
  return parseScenarios({ path: "a.yaml", text }, workflow).findings.map(
    ({ code, range, hint }) =>
      `${range === undefined ? "" : `${range.start.line}:${range.start.column} `}${code}: ${hint?.trim().split("\n")[0]?.trim() ?? ""}`,
  );
}

describe("a file of scenarios", () => {
  it("is read with everything it may say", () => {
    const { scenarios, findings: none } = parseScenarios(
      {
        path: "a.yaml",
        text: `- scenario: everything
  at: checking
  after: [building]
  given: { src/a.ts: 1, empty: }
  vars: { fixAttempts: 1 }
  run: true
  steps:
    - check: { exit: timeout, output: slow, write: { b: 2 }, delete: src/a.ts }
      refused: too long
      row: "@timeout"
    - agent:
      stays: true
    - agent: { delete: [b, c], signals: ["@accepted", other] }
      refused: true
    - check: { exit: 3 }
      lands: asking
      instead: fixing
`,
      },
      workflow,
    );
    expect(none).toEqual([]);
    const [scenario] = scenarios;
    expect(scenario).toMatchObject({ name: "everything", at: "checking", after: ["building"], run: true });
    expect([...(scenario?.given ?? [])]).toEqual([
      ["src/a.ts", "1"],
      ["empty", ""],
    ]);
    expect(scenario?.vars).toEqual([["fixAttempts", "1"]]);
    expect(
      scenario?.steps.map(({ actor, does, expects: { outcome, row, instead } }) => ({
        actor,
        does: { ...does, write: [...does.write] },
        outcome,
        row,
        instead,
      })),
    ).toEqual([
      {
        actor: "check",
        does: { exit: "timeout", output: "slow", write: [["b", "2"]], remove: ["src/a.ts"] },
        outcome: { kind: "refused", text: "too long" },
        row: "@timeout",
        instead: undefined,
      },
      {
        actor: "agent",
        does: { write: [], remove: [] },
        outcome: { kind: "stays" },
        row: undefined,
        instead: undefined,
      },
      {
        actor: "agent",
        does: { write: [], remove: ["b", "c"], signals: ["accepted", "other"] },
        outcome: { kind: "refused" },
        row: undefined,
        instead: undefined,
      },
      {
        actor: "check",
        does: { exit: 3, write: [], remove: [] },
        outcome: { kind: "lands", state: "asking" },
        row: undefined,
        instead: "fixing",
      },
    ]);
  });

  it.each([
    ["", ["type: - scenario: a green check lands at review"]],
    ["a: 1", ["1:1 type: for example"]],
    ["- a", ["1:3 type: for example"]],
    ["- scenario: a\n  steps: 1", ["2:10 type: for example [{ human: {}, lands: <state> }]"]],
    ["- steps: [{ human: {}, stays: true }]", ["1:3 required: scenario: <what it shows>"]],
    ["- scenario: a", ["1:3 required: steps: [{ human: {}, lands: <state> }]"]],
    ["- scenario: a\n  steps: []", ["1:3 required: steps: [{ human: {}, lands: <state> }]"]],
    ["[]", ["1:1 type: - scenario: a green check lands at review"]],
    [
      '- scenario: ""\n  steps: [{ human: {}, stays: true }]\n- steps: [{ human: {}, stays: true }]',
      ["1:3 required: scenario: <what it shows>", "3:3 required: scenario: <what it shows>"],
    ],
    ["- scenario: a\n  stps: []\n  steps: [{ human: {}, stays: true }]", ['2:3 unknown-key: did you mean "steps"?']],
    ["- scenario: a\n  at: idel\n  steps: [{ human: {}, stays: true }]", ['2:7 unknown-state: did you mean "idle"?']],
    [
      "- scenario: a\n  at: done\n  steps: [{ human: {}, stays: true }]",
      ["2:7 commit-state: begin at the state before it, and let a step land there"],
    ],
    [
      "- scenario: a\n  after: [xyz]\n  steps: [{ human: {}, stays: true }]",
      ["2:11 unknown-state: there are: idle, deciding, building, checking, fixing, asking, judging, looking"],
    ],
    [
      "- scenario: a\n  vars: { fixAtempts: 1 }\n  steps: [{ human: {}, stays: true }]",
      ['2:11 unknown-variable: did you mean "fixAttempts"?'],
    ],
    ["- scenario: a\n  run: yes please\n  steps: [{ human: {}, stays: true }]", ["2:8 type: "]],
    [
      "- scenario: a\n  given: { ../a: 1, .git/x: 1, /b: 1 }\n  steps: [{ human: {}, stays: true }]",
      ["2:12 path: for example src/a.ts", "2:21 path: for example src/a.ts", "2:32 path: for example src/a.ts"],
    ],
    ["- scenario: a\n  given: { a: [1] }\n  steps: [{ human: {}, stays: true }]", ["2:15 type: "]],
    [
      "- scenario: a\n  steps: [{ human: {}, stays: true }]\n- scenario: a\n  steps: [{ human: {}, stays: true }]",
      ["3:13 duplicate-name: say in the name what is different"],
    ],
    ["- scenario: a\n  steps: [1]", ["2:11 type: for example { agent: { write: { src/a.ts: x } }, lands: checking }"]],
    ["- scenario: a\n  steps: [{ lands: idle }]", ["2:11 required: human: {}   (the actors are: human, agent, check)"]],
    ["- scenario: a\n  steps: [{ agnt: {}, lands: idle }]", ['2:13 unknown-key: did you mean "agent"?']],
    [
      "- scenario: a\n  steps: [{ agent: {}, land: idle }]",
      [
        "2:11 outcome: lands: <state>, stays: true, or refused: <part of the sentence>",
        '2:24 unknown-key: did you mean "lands"?',
      ],
    ],
    ["- scenario: a\n  steps: [{ agent: {}, human: {}, lands: idle }]", ["2:24 actors: write it as a step of its own"]],
    [
      "- scenario: a\n  steps: [{ agent: {} }]",
      ["2:11 outcome: lands: <state>, stays: true, or refused: <part of the sentence>"],
    ],
    [
      "- scenario: a\n  steps: [{ agent: {}, lands: idle, stays: true }]",
      ["2:37 outcome: lands: <state>, stays: true, or refused: <part of the sentence>"],
    ],
    ["- scenario: a\n  steps: [{ agent: {}, lands: idel }]", ['2:31 unknown-state: did you mean "idle"?']],
    ["- scenario: a\n  steps: [{ agent: {}, stays: no way }]", ["2:31 value: stays: true"]],
    ["- scenario: a\n  steps: [{ agent: {}, refused: false }]", ["2:33 value: lands: <state>, or stays: true"]],
    ["- scenario: a\n  steps: [{ agent: {}, lands: idle, instead: idle }]", ["2:46 unknown-state: there are: fixing"]],
    ["- scenario: a\n  steps: [{ agent: { wirte: 1 }, lands: idle }]", ['2:22 unknown-key: did you mean "write"?']],
    [
      "- scenario: a\n  steps: [{ agent: 3, lands: idle }]",
      ["2:20 type: for example { agent: { write: { src/a.ts: x } }, lands: checking }"],
    ],
    [
      "- scenario: a\n  steps: [{ check: { exit: 256 }, lands: idle }]",
      ["2:28 value: exit: 0 (or 1 to 255, or timeout)"],
    ],
    ["- scenario: a\n  steps: [{ check: { delete: a/../b }, lands: idle }]", ["2:30 path: for example src/a.ts"]],
    ["- scenario: [\n", ["2:1 yaml: "]],
  ])("%j is told where and how", (text, expected) => {
    expect(findings(text)).toEqual(expected);
  });
});
