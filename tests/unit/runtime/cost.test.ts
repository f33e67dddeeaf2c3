import { describe, expect, it } from "vitest";
import type { Turn } from "../../../src/engine/types.ts";
import { processCost } from "../../../src/runtime/cost.ts";

const turn = (...costs: string[]): Turn => ({
  commit: { hash: "", parents: [], tree: "", message: "", committer: { name: "", email: "" }, time: 0 },
  actor: "agent",
  from: "a",
  to: "b",
  attempt: false,
  trailers: new Map(costs.length === 0 ? [] : [["Gtd-Cost", costs]]),
});

describe("the cost of a process", () => {
  it("is unknown, not zero, when no turn reports one", () => {
    expect(processCost([turn(), turn()])).toEqual({ byModel: [] });
  });

  it("is summed by model without the noise of fractions", () => {
    expect(processCost([turn("0.1 opus"), turn("0.2 opus"), turn("1"), turn("0.5 gpt 5")])).toEqual({
      total: 1.8,
      byModel: [
        { model: "opus", cost: 0.3 },
        { model: "", cost: 1 },
        { model: "gpt 5", cost: 0.5 },
      ],
    });
  });

  it("passes over what is no figure", () => {
    expect(processCost([turn("free"), turn("-1"), turn("2 x")])).toEqual({
      total: 2,
      byModel: [{ model: "x", cost: 2 }],
    });
  });
});
