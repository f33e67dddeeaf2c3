import { describe, expect, it } from "vitest";
import { decide, explainRows } from "../../../src/engine/decide.ts";
import type { DecideInput } from "../../../src/engine/types.ts";
import { explanationJson, renderExplanation } from "../../../src/report/explanation.ts";
import { measureWidth } from "../../../src/report/width.ts";
import { changes, input, workflow } from "../engine/workflow-fixture.ts";

const flow = workflow({
  checking: {
    actor: "check",
    on: {
      "D plan.md ! plans/**": { refuse: "Keep the plan.\n" },
      "* src/**": "fixing",
      "* **": "設計",
      "@failed": "fixing",
    },
  },
  fixing: { retry: { max: 2, otherwise: "asking", since: ["checking"] } },
  asking: {},
  設計: {},
});
const FULL = input(flow, {
  changes: changes("A src/日本.ts"),
  signals: { events: ["failed"], conditions: [] },
  trace: ["checking", "fixing", "fixing"],
});

function render(turn: DecideInput, columns?: number, color = false): string {
  const explanation = { input: turn, rows: explainRows(turn), decision: decide(turn) };
  return renderExplanation(explanation, { color, ...(columns === undefined ? {} : { columns }) });
}

describe("an explanation", () => {
  it("is aligned, and tells the row that decides from those that hold as well", () => {
    expect(render(FULL)).toBe(`\
at "checking" (check), 1 change pending, @failed
1. D plan.md ! plans/**: refused   does not hold
   - D plan.md ! plans/**: no pending change is one
2. * src/** → fixing               holds and decides
   + * src/**: "src/日本.ts" is one
3. * ** → 設計                     holds
   + * **: "src/日本.ts" is one
4. @failed → fixing                holds
   + @failed: the signal is there
retry "fixing": entered 2 of 2 times since "checking", then "asking"
outcome: checking → asking by the row "* src/**", instead of "fixing" (entered 2 of 2 times)
`);
  });

  it("fits a terminal of 40 columns, and keeps where a row leads", () => {
    expect(render(FULL, 40)).toBe(`\
at "checking" (check), 1 change pending,
  @failed
1. D plan.…: refused   does not hold
   - D plan.md ! plans/**: no pending
     change is one
2. * src/** → fixing   holds and decides
   + * src/**: "src/日本.ts" is one
3. * ** → 設計         holds
   + * **: "src/日本.ts" is one
4. @failed → fixing    holds
   + @failed: the signal is there
retry "fixing": entered 2 of 2 times
  since "checking", then "asking"
outcome: checking → asking by the row "*
  src/**", instead of "fixing" (entered
  2 of 2 times)
`);
    for (const columns of [32, 40, 60])
      for (const line of render(FULL, columns).split("\n")) expect(measureWidth(line)).toBeLessThanOrEqual(columns);
  });

  it("is coloured by actor, verdict and outcome", () => {
    const lines = render(FULL, undefined, true)
      .replaceAll(/\u001b\[(\d+)m/g, "<$1>")
      .split("\n");
    expect([0, 1, 2, 3, 9, 10].map((at) => lines[at])).toEqual([
      '<1>at "checking" (<33>check<39>), 1 change pending, @failed<22>',
      "1. <1>D plan.md ! plans/**: refused<22>   <2>does not hold<22>",
      "   <31>-<39> D plan.md ! plans/**: no pending change is one",
      "2. <1>* src/** → fixing<22>               <32>holds and decides<39>",
      '<33>retry "fixing": entered 2 of 2 times since "checking", then "asking"<39>',
      '<32>outcome: checking → asking by the row "* src/**", instead of "fixing" (entered 2 of 2 times)<39>',
    ]);
  });

  it("says a refusal, and that no row answers, on one line", () => {
    const last = (turn: DecideInput): string => render(turn).trimEnd().split("\n").at(-1) ?? "";
    expect(last(input(flow, { changes: changes("D plan.md") }))).toBe(
      'outcome: refused by the row "D plan.md ! plans/**": Keep the plan.',
    );
    expect(last(input(flow, { signals: { events: ["passed"], conditions: [] } }))).toBe(
      'outcome: no row of "checking" answers this turn',
    );
    expect(last(input(flow))).toBe('outcome: stays at "checking"');
  });

  it("shows no control sequence of a state, an actor, a path or a signal", () => {
    const odd = "x\u001b[31m\ny";
    const strange = workflow({ [odd]: { actor: odd, on: { "* **": odd } } });
    const text = render(
      input(strange, { changes: [{ status: "A", path: odd }], signals: { events: [odd], conditions: [] } }),
    );
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(text.split("\n").filter((line) => line.startsWith("y"))).toEqual([]);
  });
});

describe("an explanation beside an invalid steering file", () => {
  const file = { path: "V.md", condition: "invalid", fault: { message: "no verdict", line: 3, errors: 1 } } as const;
  const explain = (turn: DecideInput) => ({ input: turn, rows: explainRows(turn), decision: decide(turn), file });

  it("says that the step is refused, and where it would lead else", () => {
    const lines = renderExplanation(explain(FULL), { color: false }).trimEnd().split("\n");
    expect(lines.at(-1)).toBe(
      'outcome: refused, because "V.md" is invalid: line 3: no verdict; else checking → asking by the row "* src/**", instead of "fixing" (entered 2 of 2 times)',
    );
    expect(explanationJson(explain(FULL)).outcome).toMatchObject({
      kind: "advance",
      invalid: { path: "V.md", line: 3, message: "no verdict" },
    });
  });

  it("names it where no row answers, because an invalid file gives no signal", () => {
    const turn = { ...FULL, changes: changes("A other.md"), signals: { events: [], conditions: [] } };
    const nothing = {
      ...turn,
      workflow: workflow({ checking: { actor: "check", on: { "@failed": "checking" } } }),
      trace: ["checking"],
    };
    expect(renderExplanation(explain(nothing), { color: false })).toContain(
      'outcome: no row of "checking" answers this turn; "V.md" is invalid: line 3: no verdict\n',
    );
  });

  it("tells of the row alone where a row refuses, as a step does", () => {
    const turn = { ...FULL, changes: changes("D plan.md"), signals: { events: [], conditions: [] } };
    expect(renderExplanation(explain(turn), { color: false })).not.toContain("invalid");
    expect(explanationJson(explain(turn)).outcome).not.toHaveProperty("invalid");
  });
});
