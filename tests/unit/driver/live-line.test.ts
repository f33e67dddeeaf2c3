import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextLive, renderLive, type LiveState } from "../../../src/driver/live-line.ts";
import { measureWidth } from "../../../src/report/width.ts";

const STATE: LiveState = { label: "Building", actor: "agent", since: 0 };

describe("the live line", () => {
  it("tells label, actor, time, tree, figures and the agent's last line", () => {
    const state = { ...STATE, tree: 60_000, tokens: 12_300, cost: 0.42, text: "I run the tests." };
    expect(renderLive(state, 125_000, 200)).toBe(
      "Building (agent) 2m 05s · tree changed 1m 05s ago · tokens 12.3k · cost 0.42 · I run the tests.",
    );
  });

  it("says unknown where nothing is reported, never 0", () => {
    expect(renderLive(STATE, 1000, 200)).toBe("Building (agent) 1s · tokens unknown · cost unknown");
  });

  it("counts down while the loop waits, and says why", () => {
    const waiting = nextLive(STATE, { event: "wait", why: "overloaded", milliseconds: 30_000 }, 1000);
    expect(waiting && renderLive(waiting, 11_000, 200)).toBe("Building (agent) 11s · waiting 20s more · overloaded");
  });

  it("is never wider than the terminal and never holds a control sequence, whatever an agent says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 0, max: 100 }), (text, columns) => {
        const line = renderLive({ ...STATE, text: `\u001b[31m${text}\u001b]0;x\u0007日本語` }, 1000, columns);
        expect(measureWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
      { numRuns: 300 },
    );
  });

  it("is gone between turns", () => {
    expect(
      nextLive(STATE, { event: "halt", reason: "human", state: "x", actor: "human", text: "" }, 0),
    ).toBeUndefined();
    expect(nextLive(undefined, { event: "progress", text: "x" }, 0)).toBeUndefined();
  });
});
