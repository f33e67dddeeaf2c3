import { describe, expect, it } from "vitest";
import { limitReached, type Budget } from "../../../src/driver/guard.ts";
import type { Turn } from "../../../src/engine/types.ts";
import { workflow } from "../engine/workflow-fixture.ts";

const WORKFLOW = workflow({ a: {}, b: {} });
const TURN: Turn = {
  commit: { hash: "1", parents: [], tree: "2", message: "", committer: { name: "", email: "" }, time: 0 },
  actor: "agent",
  from: "c",
  to: "c",
  attempt: false,
  trailers: new Map(),
};
const position = (turns: number) => ({ process: Array.from({ length: turns }, () => TURN) });

describe("a limit that is reached", () => {
  it.each<[Budget, string, string]>([
    [{ turns: 1 }, "the limit of 1 turn is reached", "gtd loop --max-turns 1"],
    [{ turns: 2 }, "the limit of 2 turns is reached", "gtd loop --max-turns 2"],
    [{ turns: 9, cost: 1.5 }, "the limit of 1.5 in cost is reached", "gtd loop --max-cost 1.5"],
    [{ turns: 9, minutes: 2 }, "the limit of 2 minutes is reached", "gtd loop --max-minutes 2"],
    [
      { turns: 9, sinceHuman: 4 },
      "4 turns were taken since a human acted, and the limit is 4",
      "gtd loop --max-turns 9",
    ],
  ])("%o is told with the command that grants as much again", (budget, what, command) => {
    expect(limitReached(WORKFLOW, position(4), budget, { turns: 2, cost: 2, minutes: 3 })).toEqual({ what, command });
  });

  it("is none while there is room", () => {
    const budget = { turns: 3, cost: 3, minutes: 4, sinceHuman: 5 };
    expect(limitReached(WORKFLOW, position(4), budget, { turns: 2, cost: 2, minutes: 3 })).toBeUndefined();
  });
});
