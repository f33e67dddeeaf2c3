import { describe, expect, it } from "vitest";
import { decide, explainRows, hasTreeClause, needsTree } from "../../../src/engine/decide.ts";
import { changes, input, workflow } from "./workflow-fixture.ts";

const flow = workflow({
  idle: {
    on: { "D plan.md": { refuse: "keep the plan" }, "AM plan.md": "building", "* src/** & E plan.md": "checking" },
  },
  building: { actor: "agent", on: { C: "checking", "* **": "checking" } },
  checking: { actor: "check", on: { "@passed & E plan.md": "done", "@passed": "idle", "@failed": "building" } },
  done: { commit: true },
});

describe("deciding", () => {
  it("refuses whoever is not awaited, before anything else", () => {
    expect(decide(input(flow, { actor: "agent", changes: changes("D plan.md") }))).toEqual({
      kind: "refuse",
      reason: "out-of-turn",
      state: "idle",
      actor: "agent",
      awaited: "human",
    });
  });

  it("stays when nothing happened and no row holds", () => {
    expect(decide(input(flow))).toEqual({ kind: "stay", state: "idle" });
  });

  it("refuses by the first row that holds when that row is a refusal", () => {
    expect(decide(input(flow, { changes: changes("A plan.md", "D plan.md") }))).toMatchObject({
      kind: "refuse",
      reason: "by-row",
      state: "idle",
      text: "keep the plan",
      row: { pattern: { source: "D plan.md" } },
    });
  });

  it("advances by the first row that holds", () => {
    expect(decide(input(flow, { changes: changes("A plan.md", "A src/a.ts"), tree: ["plan.md"] }))).toMatchObject({
      kind: "advance",
      from: "idle",
      to: "building",
      redirects: [],
    });
  });

  it("squashes when the target is a commit state", () => {
    expect(
      decide(input(flow, { state: "checking", signals: { events: ["passed"], conditions: [] }, tree: ["plan.md"] })),
    ).toMatchObject({ kind: "squash", from: "checking", to: "done" });
  });

  it("refuses pending changes that no row answers, and says why row by row", () => {
    const decision = decide(input(flow, { changes: changes("A notes.md") }));
    expect(decision).toMatchObject({ kind: "refuse", reason: "no-row", state: "idle" });
    expect(
      decision.kind === "refuse" &&
        decision.reason === "no-row" &&
        decision.rows.map((r) => r.clauses.map((c) => c.holds)),
    ).toEqual([[false], [false], [false, false]]);
  });

  it("refuses an event that no row answers", () => {
    expect(decide(input(flow, { state: "checking", signals: { events: ["timeout"], conditions: [] } }))).toMatchObject({
      kind: "refuse",
      reason: "no-row",
    });
  });

  it("stays on a condition alone", () => {
    const open = workflow({ a: { on: { "@open": "b" } }, b: {} });
    expect(decide(input(open, { signals: { events: [], conditions: ["open"] } }))).toEqual({
      kind: "stay",
      state: "a",
    });
  });

  it("lets a row without an event clause answer an event", () => {
    expect(
      decide(input(workflow({ a: { on: { C: "b" } }, b: {} }), { signals: { events: ["failed"], conditions: [] } })),
    ).toMatchObject({ kind: "advance", to: "b" });
  });

  it("redirects when the cap is reached", () => {
    const capped = workflow({
      a: { on: { "* **": "fix" } },
      fix: { retry: { max: 1, otherwise: "human" } },
      human: {},
    });
    const turn = { changes: changes("A x") };
    expect(decide(input(capped, { ...turn, trace: [] }))).toMatchObject({ to: "fix", redirects: [] });
    expect(decide(input(capped, { ...turn, trace: ["fix"] }))).toMatchObject({
      to: "human",
      redirects: [{ state: "fix", entries: 1, max: 1, otherwise: "human" }],
    });
  });

  it("squashes when a redirect leads to a commit state", () => {
    const capped = workflow({
      a: { on: { "* **": "fix" } },
      fix: { retry: { max: 0, otherwise: "done" } },
      done: { commit: true },
    });
    expect(decide(input(capped, { changes: changes("A x") }))).toMatchObject({ kind: "squash", to: "done" });
  });

  it("stays, whoever asks, at a state that the workflow does not have", () => {
    expect(decide(input(flow, { state: "gone", actor: "anyone" }))).toEqual({ kind: "stay", state: "gone" });
  });
});

describe("explaining", () => {
  it("judges every row, also behind the one that decides", () => {
    const rows = explainRows(input(flow, { changes: changes("A plan.md", "M src/a"), tree: ["plan.md", "src/a"] }));
    expect(rows.map((r) => r.holds)).toEqual([false, true, true]);
  });
});

describe("asking for the tree", () => {
  it.each([
    ["a row holds before the one that asks", changes("A plan.md", "A src/a"), false],
    ["the row that asks fails otherwise", changes("A other"), false],
    ["nothing is pending", [], false],
    ["the row that asks holds but for the tree", changes("A src/a"), true],
  ])("when %s", (_, pending, needs) => {
    expect(needsTree(input(flow, { changes: pending }))).toBe(needs);
  });

  it("is a mistake of the caller to leave it out then", () => {
    const { tree: _, ...without } = input(flow, { changes: changes("A src/a") });
    expect(() => decide(without)).toThrow('"* src/** & E plan.md" asks for the tree');
  });

  it("leaves tree clauses out of the explanation when no tree is at hand", () => {
    const { tree: _, ...without } = input(flow, { changes: changes("A other") });
    expect(explainRows(without)[2]?.clauses.map((c) => c.clause.kind)).toEqual(["change"]);
  });

  it("is needed to explain every row of a state that has a tree clause", () => {
    expect(hasTreeClause({ workflow: flow, state: "idle" })).toBe(true);
    expect(hasTreeClause({ workflow: flow, state: "building" })).toBe(false);
  });
});
