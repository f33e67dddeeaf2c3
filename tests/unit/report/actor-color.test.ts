import { describe, expect, it } from "vitest";
import { paintActor } from "../../../src/report/actor-color.ts";
import { makeColors } from "../../../src/report/color.ts";

describe("an actor's colour", () => {
  it.each([
    ["human", "\u001b[36mhuman\u001b[39m"],
    ["agent", "\u001b[35magent\u001b[39m"],
    ["check", "\u001b[33mcheck\u001b[39m"],
    ["reviewer", "\u001b[35mreviewer\u001b[39m"],
    ["toString", "\u001b[36mtoString\u001b[39m"],
  ])("of %s is always the same", (actor, painted) => {
    expect(paintActor(makeColors(true), actor)).toBe(painted);
  });

  it("is none where there is no colour", () => {
    expect(paintActor(makeColors(false), "agent")).toBe("agent");
  });
});
