import { describe, expect, it } from "vitest";
import { decideColor, makeColors } from "../../../src/report/color.ts";

describe("deciding colour", () => {
  it.each([
    ["a terminal", {}, true, true],
    ["no terminal", {}, false, false],
    ["NO_COLOR", { NO_COLOR: "1" }, true, false],
    ["an empty NO_COLOR", { NO_COLOR: "" }, true, true],
    ["CI", { CI: "true" }, true, false],
    ["a dumb terminal", { TERM: "dumb" }, true, false],
    ["FORCE_COLOR over all", { FORCE_COLOR: "1", NO_COLOR: "1", CI: "1", TERM: "dumb" }, false, true],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, true, false],
    ["FORCE_COLOR=false", { FORCE_COLOR: "false" }, true, false],
    ["an empty FORCE_COLOR", { FORCE_COLOR: "" }, false, false],
  ])("with %s", (_, env, terminal, color) => {
    expect(decideColor(env, terminal)).toBe(color);
  });

  it("colours or leaves text alone", () => {
    expect(makeColors(true).red("x")).toBe("\u001b[31mx\u001b[39m");
    expect(makeColors(false).red("x")).toBe("x");
  });
});
