import { describe, expect, it } from "vitest";
import { formatCost, formatDuration, formatTokens } from "../../../src/report/figures.ts";

describe("a duration", () => {
  it.each([
    [0, "0ms"],
    [999, "999ms"],
    [1000, "1s"],
    [59_499, "59s"],
    [60_000, "1m 00s"],
    [185_000, "3m 05s"],
    [3_720_000, "1h 02m"],
    [172_740_000, "47h 59m"],
    [277_200_000, "3d 05h"],
  ])("of %i ms reads %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe("a cost", () => {
  it.each([
    [0, "0.00"],
    [0.0012, "0.0012"],
    [1.5, "1.50"],
  ])("of %d reads %s", (cost, text) => {
    expect(formatCost(cost)).toBe(text);
  });
});

describe("tokens", () => {
  it.each([
    [950, "950"],
    [12_345, "12.3k"],
    [1_234_567, "1.2M"],
  ])("of %i read %s", (tokens, text) => {
    expect(formatTokens(tokens)).toBe(text);
  });
});
