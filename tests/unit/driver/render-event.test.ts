import { describe, expect, it } from "vitest";
import { formatDuration } from "../../../src/driver/render-event.ts";

describe("a duration", () => {
  it.each([
    [0, "0ms"],
    [999, "999ms"],
    [1000, "1s"],
    [59_499, "59s"],
    [60_000, "1m 00s"],
    [185_000, "3m 05s"],
    [3_720_000, "1h 02m"],
  ])("of %i ms reads %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
