import { describe, expect, it } from "vitest";
import { countEntries, countRetry, followRetries, latestEntry } from "../../../src/engine/trace.ts";
import { workflow } from "./workflow-fixture.ts";
import type { StateSketch } from "./workflow-fixture.ts";

describe("counting entries", () => {
  const trace = ["plan", "fix", "check", "fix", "plan", "fix"];

  it.each([
    ["fix", [], 3],
    ["fix", ["plan"], 1],
    ["fix", ["check"], 2],
    ["fix", ["check", "plan"], 1],
    ["fix", ["never"], 3],
    ["fix", ["fix"], 0],
    ["never", [], 0],
  ])("%s since %j: %i", (state, since, count) => {
    expect(countEntries(trace, state, since)).toBe(count);
  });

  it("finds the latest entry of any of several states", () => {
    expect(latestEntry(trace, ["plan", "check"])).toBe(4);
    expect(latestEntry(trace, ["never"])).toBe(-1);
    expect(latestEntry([], ["plan"])).toBe(-1);
  });
});

describe("honouring retry caps", () => {
  function follow(states: Readonly<Record<string, StateSketch>>, trace: readonly string[], target: string) {
    const { to, redirects } = followRetries(workflow({ idle: {}, ...states }), trace, target);
    return { to, via: redirects.map((one) => one.state) };
  }

  it("enters a state without a cap, and one below it", () => {
    expect(follow({ a: {} }, ["a", "a"], "a")).toEqual({ to: "a", via: [] });
    expect(follow({ a: { retry: { max: 2, otherwise: "b" } }, b: {} }, ["a"], "a")).toEqual({ to: "a", via: [] });
  });

  it("redirects at the cap, also beyond it, and at once when it is 0", () => {
    expect(follow({ a: { retry: { max: 2, otherwise: "b" } }, b: {} }, ["a", "a"], "a")).toEqual({
      to: "b",
      via: ["a"],
    });
    expect(follow({ a: { retry: { max: 2, otherwise: "b" } }, b: {} }, ["a", "a", "a"], "a")).toEqual({
      to: "b",
      via: ["a"],
    });
    expect(follow({ a: { retry: { max: 0, otherwise: "b" } }, b: {} }, [], "a")).toEqual({ to: "b", via: ["a"] });
  });

  it("goes on redirecting along a chain, and tells each step of it", () => {
    const flow = workflow({
      idle: {},
      a: { retry: { max: 1, otherwise: "b", since: ["idle"] } },
      b: { retry: { max: 0, otherwise: "c" } },
      c: {},
    });
    expect(followRetries(flow, ["a"], "a")).toEqual({
      to: "c",
      redirects: [
        { state: "a", entries: 1, max: 1, otherwise: "b" },
        { state: "b", entries: 0, max: 0, otherwise: "c" },
      ],
    });
  });

  it("enters the last state of a closed chain", () => {
    const zero = (otherwise: string): StateSketch => ({ retry: { max: 0, otherwise } });
    expect(follow({ a: zero("b"), b: zero("c"), c: zero("a") }, [], "a")).toEqual({ to: "c", via: ["a", "b"] });
    expect(follow({ a: zero("b"), b: zero("c"), c: zero("b") }, [], "a")).toEqual({ to: "c", via: ["a", "b"] });
    expect(follow({ a: zero("a") }, [], "a")).toEqual({ to: "a", via: [] });
  });

  it("enters a target that the workflow does not have", () => {
    expect(follow({ a: { retry: { max: 0, otherwise: "gone" } } }, [], "a")).toEqual({ to: "gone", via: ["a"] });
  });
});

describe("a retry cap", () => {
  const flow = workflow({
    idle: {},
    a: { retry: { max: 2, otherwise: "b", since: ["idle"] } },
    b: { retry: { max: 0, otherwise: "idle" } },
  });

  it("is counted from the latest entry of what it counts from, which it names", () => {
    const count = { state: "a", max: 2, otherwise: "b" };
    expect(countRetry(flow, ["a", "idle", "a", "a"], "a")).toEqual({ ...count, entries: 2, since: "idle" });
    expect(countRetry(flow, ["a"], "a")).toEqual({ ...count, entries: 1 });
    expect(countRetry(flow, [], "b")).toEqual({ state: "b", entries: 0, max: 0, otherwise: "idle" });
  });

  it("is none of a state without one", () => {
    expect(countRetry(flow, ["idle"], "idle")).toBeUndefined();
    expect(countRetry(flow, [], "gone")).toBeUndefined();
  });
});
