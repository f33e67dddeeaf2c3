import { describe, expect, it } from "vitest";
import { renderNext } from "../../../src/report/next.ts";

describe("what to do next", () => {
  it("has the notes behind commands below one another", () => {
    expect(renderNext(["gtd  # goes on", "gtd undo  # takes the turn back", "or wait"])).toEqual([
      "gtd       # goes on",
      "gtd undo  # takes the turn back",
      "or wait",
    ]);
  });

  it("does not move the notes out for a long command", () => {
    const long = `rm "${"x".repeat(60)}"`;
    expect(renderNext([`${long}  # when it is left`, "gtd  # goes on"])).toEqual([
      `${long}  # when it is left`,
      `${"gtd".padEnd(40)}  # goes on`,
    ]);
  });

  it("leaves a comment sign inside a command alone", () => {
    expect(renderNext(['echo "a # b"', "gtd"])).toEqual(['echo "a # b"', "gtd"]);
  });
});
