import { describe, expect, it } from "vitest";
import { parseChange } from "../../../src/engine/hypothesis.ts";

describe("supposing a turn", () => {
  it.each([
    ["A src/a b.ts", { change: { status: "A", path: "src/a b.ts" } }],
    ["M a\nb", { change: { status: "M", path: "a\nb" } }],
    ["D x", { change: { status: "D", path: "x" } }],
    ["C", { clean: true }],
    ["@passed", { event: "passed" }],
    ["@timeout", { event: "timeout" }],
    ["@open", { condition: "open" }],
  ])("reads %j", (text, supposition) => {
    expect(parseChange(text)).toEqual(supposition);
  });

  it.each(["", "A", "C ", "C x", "A ", "R a", "a x", "@", "@a b", "x"])(
    "finds neither a change nor a signal in %j",
    (text) => {
      expect(parseChange(text)).toBeUndefined();
    },
  );
});
