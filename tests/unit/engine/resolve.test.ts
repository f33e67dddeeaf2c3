import { describe, expect, it } from "vitest";
import { READ_THROUGH, resolvePosition } from "../../../src/engine/resolve.ts";
import { history, workflow } from "./workflow-fixture.ts";
import type { CommitSketch } from "./workflow-fixture.ts";

const flow = workflow([
  ["idle", {}],
  ["plan", { actor: "agent" }],
  ["build", { actor: "agent" }],
  ["constructor", {}],
  ["1", {}],
  ["done", { commit: true }],
]);

function resolve(...messages: readonly CommitSketch[]) {
  const resolution = resolvePosition(flow, history(...messages), true);
  if (resolution === "more") throw new Error("more");
  return {
    ...resolution,
    process: resolution.process.map((t) => t.commit.hash),
    foreign: resolution.foreign.map((c) => c.hash),
  };
}

const INITIAL = { state: "idle", process: [], foreign: [], trace: [] };

describe("resolving the state", () => {
  it("is the initial state in an empty history", () => {
    expect(resolve()).toEqual({ ...INITIAL, start: null });
  });

  it("is the initial state on a commit that is no turn, which is the boundary", () => {
    expect(resolve("add a thing", "init")).toEqual({ ...INITIAL, start: "c2" });
  });

  it("is what the tip's turn entered, and the process reaches down to the boundary", () => {
    expect(resolve("gtd(agent): plan → build\n\nbody\n", "gtd(human): idle → plan\n", "init")).toEqual({
      state: "build",
      process: ["c2", "c3"],
      foreign: [],
      trace: ["plan", "build"],
      start: "c1",
    });
  });

  it("has no boundary when the process began at the root", () => {
    expect(resolve("gtd(human): idle → plan")).toMatchObject({ process: ["c1"], start: null });
  });

  it("takes the missing parent for the boundary at the border of a shallow clone", () => {
    const commits = history("gtd(agent): plan → build", "gtd(human): idle → plan", "beyond the border").slice(0, 2);
    expect(resolvePosition(flow, commits, true)).toMatchObject({ state: "build", start: "c1", process: [{}, {}] });
  });

  it("begins a process above a turn that entered the initial state", () => {
    expect(resolve("gtd(human): idle → plan", "gtd(agent): build → idle", "gtd(human): idle → build")).toMatchObject({
      state: "plan",
      process: ["c3"],
      start: "c2",
    });
  });

  it("rests at the initial state, without a process, on a turn that entered it", () => {
    expect(resolve("gtd(agent): build → idle", "gtd(human): idle → build")).toEqual({ ...INITIAL, start: "c2" });
  });

  it.each(["constructor", "1"])("knows a state named %s", (name) => {
    expect(resolve(`gtd(human): idle → ${name}`, "init").state).toBe(name);
  });

  it.each([
    ["the actor is none of the workflow's", "gtd(nobody): idle → plan"],
    ["the state is a commit state", "gtd(agent): build → done"],
    ["the actor is spelled like a member of objects", "gtd(toString): idle → plan"],
  ])("does not take a commit for a turn when %s", (_, subject) => {
    expect(resolve(subject, "init")).toEqual({ ...INITIAL, start: "c2" });
  });

  it("names a state that the workflow no longer has", () => {
    expect(resolve("gtd(agent): plan → gone", "gtd(human): idle → plan")).toEqual({
      ...INITIAL,
      start: "c2",
      unknownState: "gone",
    });
  });

  it("reads one state from a turn that stayed where it was", () => {
    const resolution = resolvePosition(flow, history("gtd(agent): plan", "gtd(human): idle → plan"), true);
    expect(resolution).toMatchObject({
      state: "plan",
      trace: ["plan", "plan"],
      process: [{ from: "idle" }, { from: "plan", to: "plan", attempt: false }],
    });
  });
});

describe("reading through commits that are no turns", () => {
  it("finds the unfinished turn below", () => {
    expect(resolve("mine", "fix", "gtd(human): idle → plan", "init")).toEqual({
      state: "plan",
      process: ["c2"],
      foreign: ["c4", "c3"],
      trace: ["plan"],
      start: "c1",
    });
  });

  it("finds nothing unfinished below a turn that entered the initial state", () => {
    expect(resolve("mine", "gtd(agent): build → idle", "gtd(human): idle → build")).toEqual({
      ...INITIAL,
      start: "c3",
    });
  });

  it("stops at a turn whose state is unknown, and names it", () => {
    expect(resolve("mine", "gtd(agent): plan → gone", "gtd(human): idle → plan")).toEqual({
      ...INITIAL,
      start: "c3",
      unknownState: "gone",
    });
  });

  const foreign = (count: number) => Array.from({ length: count }, (_, n) => `commit ${n}`);

  it("searches the last hundred first parents, and no further", () => {
    expect(resolve(...foreign(READ_THROUGH - 1), "gtd(human): idle → plan", "init").state).toBe("plan");
    expect(resolve(...foreign(READ_THROUGH), "gtd(human): idle → plan", "init")).toMatchObject({
      ...INITIAL,
      start: "c102",
    });
  });
});

describe("attempts", () => {
  const attempt = { message: "gtd(agent): plan\n\nGtd-Attempt: 1\n", tree: "t" };
  const entered = { message: "gtd(human): idle → plan", tree: "t" };

  it("belong to the process but not to the trace", () => {
    const resolution = resolvePosition(flow, history(attempt, attempt, entered, "init"), true);
    expect(resolution).toMatchObject({
      state: "plan",
      trace: ["plan"],
      process: [{ attempt: false }, { attempt: true }, { attempt: true }],
    });
  });

  it.each([
    ["the tree changed", { ...attempt, tree: "other" }],
    ["the state changed", { message: "gtd(agent): build → plan\n\nGtd-Attempt: 1\n", tree: "t" }],
    ["the trailer says otherwise", { message: "gtd(agent): plan\n\nGtd-Attempt: 0\n", tree: "t" }],
    ["the line is no trailer", { message: "gtd(agent): plan\n\nGtd-Attempt: 1\n\nmore\n", tree: "t" }],
  ])("are none when %s", (_, commit) => {
    const resolution = resolvePosition(flow, history(commit, entered), true);
    expect(resolution).toMatchObject({ process: [{}, { attempt: false }], trace: ["plan", "plan"] });
  });

  it("enter nothing at the initial state, so they are no boundary there", () => {
    const atIdle = { message: "gtd(human): idle\n\nGtd-Attempt: 1\n", tree: "t" };
    expect(
      resolvePosition(flow, history(atIdle, { message: "gtd(agent): build → idle", tree: "t" }), true),
    ).toMatchObject({ state: "idle", process: [{ attempt: true }], trace: [], start: "c1" });
    expect(resolve(atIdle)).toMatchObject({ state: "idle", process: ["c1"], start: null });
  });

  it("at the initial state leave nothing unfinished below other commits", () => {
    const atIdle = { message: "gtd(human): idle\n\nGtd-Attempt: 1\n", tree: "t" };
    expect(resolve("mine", atIdle, "init")).toEqual({ ...INITIAL, start: "c3" });
  });
});

describe("asking for more history", () => {
  const more = (...messages: readonly string[]) => resolvePosition(flow, history(...messages), false);

  it("needs no more when the tip is a boundary below an unfinished search", () => {
    expect(more("gtd(agent): build → idle", "x")).toMatchObject(INITIAL);
  });

  it.each([
    ["nothing was read", []],
    ["no turn was found yet", ["mine", "fix"]],
    ["the process goes on", ["gtd(agent): plan → build", "gtd(human): idle → plan"]],
  ])("asks when %s", (_, messages) => {
    expect(more(...messages)).toBe("more");
  });

  it("stops asking at the boundary, and after a hundred commits without a turn", () => {
    expect(more("gtd(human): idle → plan", "init")).toMatchObject({ state: "plan", start: "c1" });
    expect(more(...Array.from({ length: READ_THROUGH }, () => "x"))).toMatchObject({ ...INITIAL, start: "c100" });
  });
});
