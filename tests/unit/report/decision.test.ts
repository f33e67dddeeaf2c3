import { describe, expect, it } from "vitest";
import { decide, explainRows } from "../../../src/engine/decide.ts";
import { renderDecision } from "../../../src/report/decision.ts";
import { renderRows } from "../../../src/report/rows.ts";
import { changes, input, workflow } from "../engine/workflow-fixture.ts";

const flow = workflow({
  idle: {
    on: {
      "D plan.md": { refuse: "keep the plan\n" },
      "only A src/** & E plan.md": "next",
      "@passed & N stop": "next",
      C: "next",
    },
  },
  next: { actor: "agent" },
  done: { commit: true },
});

describe("a refusal for a person", () => {
  it("names who is awaited", () => {
    expect(renderDecision(decide(input(flow, { actor: "agent" })))).toBe('"idle" waits for "human", not for "agent"\n');
  });

  it("gives the row's own text, and the row", () => {
    expect(renderDecision(decide(input(flow, { changes: changes("D plan.md") })))).toBe(
      'keep the plan\n  refused at "idle" by the row "D plan.md"\n',
    );
  });

  it("lists the rows, and of each the clauses that failed, with the path that failed them", () => {
    expect(renderDecision(decide(input(flow, { changes: changes("A src/a", "M b"), tree: ["src/a", "stop"] })))).toBe(
      [
        'no row of "idle" answers this turn',
        "  D plan.md: refused",
        "    D plan.md: no pending change is one",
        "  only A src/** & E plan.md → next",
        '    only A src/**: "b" is none',
        "    E plan.md: no file of the tree is one",
        "  @passed & N stop → next",
        "    @passed: the signal is not there",
        '    N stop: "stop" exists',
        "  C → next",
        '    C: "src/a" is pending',
        "",
      ].join("\n"),
    );
  });

  it("says so when a state has no rows", () => {
    expect(renderDecision(decide(input(flow, { state: "next", changes: changes("A x") })))).toBe(
      '"next" has no rows, so nothing may change there\n',
    );
  });

  it("carries no control character of a path to the terminal", () => {
    const text = renderDecision(
      decide(input(workflow({ a: { on: { C: "b" } }, b: {} }), { changes: changes("A x\n\u001b[2Jy") })),
    );
    expect(text).toContain('C: "x\\n\\033[2Jy" is pending\n');
  });
});

describe("any other decision for a person", () => {
  it("is one line", () => {
    expect(renderDecision({ kind: "stay", state: "idle" })).toBe('nothing is pending: stays at "idle"\n');
    expect(renderDecision(decide(input(flow, { signals: { events: ["passed"], conditions: [] } })))).toBe(
      "idle → next\n",
    );
  });
});

describe("rows clause by clause", () => {
  it("say why each holds or not, and by which path", () => {
    expect(
      renderRows(explainRows(input(flow, { changes: changes("A src/a"), tree: ["src/a", "plan.md"] })), {
        color: false,
      }),
    ).toBe(
      [
        "1. D plan.md: refused                 does not hold",
        "   - D plan.md: no pending change is one",
        "2. only A src/** & E plan.md → next   holds",
        "   + only A src/**: every pending change is one",
        '   + E plan.md: "plan.md" exists',
        "3. @passed & N stop → next            does not hold",
        "   - @passed: the signal is not there",
        "   + N stop: no file of the tree is one",
        "4. C → next                           does not hold",
        '   - C: "src/a" is pending',
        "",
      ].join("\n"),
    );
  });

  it("say when nothing happened that a row may answer to", () => {
    const quiet = workflow({ a: { on: { "@open": "b", "only * **": "b", C: "b", "A x": "b" } }, b: {} });
    expect(
      renderRows(explainRows(input(quiet, { signals: { events: [], conditions: ["open"] } })), { color: false }),
    ).toBe(
      [
        "1. @open → b       does not hold",
        "   + @open: the signal is there",
        "   - nothing is pending, and no signal of this row is an event: only a row with C answers that",
        "2. only * ** → b   does not hold",
        "   - only * **: nothing is pending",
        "3. C → b           holds",
        "   + C: nothing is pending",
        "4. A x → b         does not hold",
        "   - A x: no pending change is one",
        "",
      ].join("\n"),
    );
  });

  it("say which change a row took", () => {
    expect(renderRows(explainRows(input(flow, { changes: changes("D plan.md") })), { color: false })).toContain(
      '   + D plan.md: "plan.md" is one\n',
    );
  });

  it("say when the tree was not looked at", () => {
    const { tree: _, ...blind } = input(flow, { changes: changes("A src/a") });
    expect(renderRows(explainRows(blind), { color: false })).toContain("   - E plan.md: the tree was not looked at\n");
  });

  it("align rows of more than one digit, and are painted when asked to", () => {
    const many = workflow({
      a: { on: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`A f${n}`, "b"])) },
      b: {},
    });
    const text = renderRows(explainRows(input(many, { changes: changes("A f9") })), { color: true });
    expect(text).toContain("10. \u001b[1mA f9 → b\u001b[22m   \u001b[32mholds\u001b[39m\n    \u001b[32m+\u001b[39m");
    expect(text.startsWith(" 1. ")).toBe(true);
  });
});
