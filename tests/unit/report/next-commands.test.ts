import { describe, expect, it } from "vitest";
import { nextCommands } from "../../../src/report/next-commands.ts";
import type { Standing } from "../../../src/report/standing.ts";
import type { StatusReport } from "../../../src/report/status.ts";
import { standing } from "./standing-fixture.ts";

const CHANGES: StatusReport["changes"] = [{ status: "M", path: "a", pattern: "* **" }];
const NEXT = { pattern: "* **", target: "working" };
const WINDOW = { base: "b", branch: "refs/heads/main", tip: "t" };
const accepting = { edge: { pattern: "C", target: "done", action: "Accept" }, fires: true, to: "done", redirects: [] };

describe("what to type next", () => {
  it.each<[string, Partial<Standing>, Partial<StatusReport>, readonly string[]]>([
    ["a script", {}, { kind: "script", actor: "check" }, ["gtd", "gtd run"]],
    ["a prompt", {}, { kind: "prompt", actor: "agent" }, ["gtd", "gtd next"]],
    [
      "a prompt with work",
      {},
      { kind: "prompt", actor: "agent", changes: CHANGES, next: NEXT },
      ["gtd", "gtd step agent"],
    ],
    [
      "a prompt with work of an actor with an odd name",
      {},
      { kind: "prompt", actor: "the agent's", changes: CHANGES, next: NEXT },
      ["gtd", "gtd step 'the agent'\\''s'"],
    ],
    ["a prompt with work that is refused", {}, { kind: "prompt", changes: CHANGES, next: null }, ["gtd explain"]],
    ["a gate", {}, {}, ["gtd next"]],
    ["a gate with an answer", {}, { changes: CHANGES, next: NEXT }, ["gtd", "gtd step"]],
    [
      "a gate with an answer that is refused",
      {},
      { changes: CHANGES, next: { pattern: "* **", refuse: "no" } },
      ["gtd explain"],
    ],
    [
      "a gate that a clean step passes",
      { rows: [accepting] },
      { next: { pattern: "C", target: "done" } },
      ["gtd next", "gtd continue"],
    ],
    ["a plan with open questions", {}, { mode: "qa", signals: ["open", "unanswered"] }, ["gtd answer", "gtd next"]],
    [
      "a plan that was answered",
      {},
      { mode: "qa", signals: ["open", "answered"], changes: CHANGES, next: NEXT },
      ["gtd", "gtd step"],
    ],
    [
      "a review that is not finished",
      {},
      { mode: "review", signals: ["unfinished"], changes: CHANGES, next: null },
      ["gtd answer", "gtd explain"],
    ],
    [
      "a prompt that is to write a plan",
      {},
      { kind: "prompt", mode: "qa", signals: ["open", "unanswered"] },
      ["gtd", "gtd next"],
    ],
    [
      "a gate with an invalid file",
      { file: { path: "P.md", condition: "invalid" } },
      { changes: CHANGES, next: NEXT },
      ["gtd validate"],
    ],
    [
      "a prompt with an invalid file",
      { file: { path: "P.md", condition: "invalid" } },
      { kind: "prompt" },
      ["gtd", "gtd next"],
    ],
    ["a gate whose window is closed", { windowClosed: true }, {}, ["gtd window open", "gtd next"]],
    ["a window with a stash", {}, { window: { ...WINDOW, stashed: true } }, ["git stash pop"]],
    ["commits of others", {}, { foreign: 1 }, ["gtd adopt", "gtd abandon --keep-commits"]],
  ])("at %s", (_, over, status, commands) => {
    expect(nextCommands(standing(over, status)).map(({ command }) => command)).toEqual(commands);
  });

  it("says what passing a gate means in the row's own words", () => {
    const why = (rows: Standing["rows"]): string =>
      nextCommands(standing({ rows }, { next: { pattern: "C", target: "done" } })).at(-1)?.why ?? "";
    expect(why([accepting])).toBe("change nothing: Accept");
    expect(why([{ ...accepting, edge: { pattern: "C", target: "done" } }])).toBe("change nothing: go to done");
  });
});
