import { describe, expect, it } from "vitest";
import { actorFault, formatSubject, nameFault, parseSubject } from "../../../src/engine/subject.ts";

describe("subjects of turns", () => {
  it("name both states, or one when it is the same", () => {
    expect(formatSubject("human", "idle", "plan")).toBe("gtd(human): idle → plan");
    expect(formatSubject("agent", "plan", "plan")).toBe("gtd(agent): plan");
  });

  it.each([
    ["human", "idle", "plan"],
    ["the human", "in review", "1"],
    ["a(b", "constructor", "__proto__"],
    ["check", "a→b", "→c"],
    ["check", "gtd(x): y", "a: b"],
    ["#1", "-", "日本語"],
    ["x", "same", "same"],
  ])("are read as they were written: %s, %s, %s", (actor, from, to) => {
    expect(parseSubject(formatSubject(actor, from, to))).toEqual({ actor, from, to });
  });

  it.each([
    "",
    "add a thing",
    "gtd(human) idle",
    "gtd(human): ",
    "gtd(human):idle → plan",
    "gtd(): idle",
    "gtd( human): idle",
    "Gtd(human): idle",
    " gtd(human): idle",
    "gtd(human): idle → ",
    "gtd(human): a → b → c",
    "gtd(human): idle  → plan",
    "gtd(human): idle\t→ plan\n",
    "gtd(human): idle → plan\r",
    "gtd(human): → plan",
  ])("are none: %j", (subject) => {
    expect(parseSubject(subject)).toBeUndefined();
  });

  it.each(["", " a", "a ", "a\nb", "a\u0000b", "a\u2028b", "→", "→ b", "a →", "a → b"])(
    "cannot carry a state named %j",
    (name) => {
      expect(nameFault(name)).toBeDefined();
      expect(() => formatSubject("human", name, "x")).toThrow("a subject cannot carry the name");
      expect(() => formatSubject("human", "x", name)).toThrow("a subject cannot carry the name");
    },
  );

  it.each(["", "a)", "a → b"])("cannot carry an actor named %j", (name) => {
    expect(actorFault(name)).toBeDefined();
    expect(() => formatSubject(name, "a", "b")).toThrow("a subject cannot carry the name");
  });
});
