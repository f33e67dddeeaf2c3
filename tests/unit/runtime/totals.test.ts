import { describe, expect, it } from "vitest";
import type { ContentKind, Turn, Workflow } from "../../../src/engine/types.ts";
import { processTotals } from "../../../src/runtime/totals.ts";
import { workflow } from "../engine/workflow-fixture.ts";

const KINDS: Readonly<Record<string, ContentKind>> = { idle: "message", working: "prompt", checking: "script" };
const bare = workflow({ idle: {}, working: {}, checking: {} });
const flow: Workflow = {
  ...bare,
  states: new Map(
    [...bare.states].map(([name, state]) => [
      name,
      { ...state, content: { kind: KINDS[name] ?? "message", template: "" } },
    ]),
  ),
};

/** A turn with trailers like `Gtd-Cost: 1 opus`, at a second. */
function turn(from: string, time: number, trailers: Readonly<Record<string, string>> = {}, attempt = false): Turn {
  return {
    commit: { hash: "", parents: [], tree: "", message: "", committer: { name: "", email: "" }, time },
    actor: "x",
    from,
    to: "b",
    attempt,
    trailers: new Map(Object.entries(trailers).map(([name, value]) => [`Gtd-${name}`, [value]])),
  };
}

describe("the totals of a process", () => {
  it("are summed, and tell of how many turns a figure is unknown", () => {
    const turns = [
      turn("idle", 100),
      turn("working", 160, { Cost: "1.5 opus", Tokens: "1200", Duration: "90s" }),
      turn("checking", 161, { Duration: "250ms" }),
      turn("working", 200, { Cost: "0.25 haiku", Duration: "soon", Tokens: "many" }, true),
      turn("working", 220),
      turn("gone", 230),
    ];
    expect(processTotals(flow, turns)).toEqual({
      turns: 5,
      attempts: 1,
      elapsed: 130_000,
      work: 90_250,
      cost: 1.75,
      costByModel: [
        { model: "opus", cost: 1.5 },
        { model: "haiku", cost: 0.25 },
      ],
      tokens: 1200,
      unknown: { cost: 1, tokens: 2, duration: 2 },
    });
  });

  it.each([
    ["nothing of no turn", []],
    ["no time of one turn", [turn("idle", 5)]],
    ["no time of turns within a second", [turn("idle", 5), turn("idle", 5)]],
    ["no time where the clock went back", [turn("idle", 5), turn("idle", 4)]],
  ])("say %s", (_, turns) => {
    expect(processTotals(flow, turns)).toEqual({
      turns: turns.length,
      attempts: 0,
      unknown: { cost: 0, tokens: 0, duration: 0 },
    });
  });
});
