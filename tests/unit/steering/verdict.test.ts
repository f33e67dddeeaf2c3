import { describe, expect, it } from "vitest";

import { STEERING_MODES } from "../../../src/steering/index.ts";
import { parseVerdict } from "../../../src/steering/verdict.ts";

describe("parseVerdict", () => {
  it("reads the verdict and its reasons, nested ones too", () => {
    expect(parseVerdict("\n\nVerdict: reject\n\n1. one\n   - two `b`\n\n   more\n- \n")).toEqual({
      verdict: "reject",
      reasons: [
        { text: "one more", line: 5 },
        { text: "two `b`", line: 6 },
      ],
    });
  });

  it.each([
    ["Verdict: approve", "approve"],
    ["\uFEFFVerdict: approve\r\nand why", "approve"],
    ["   verdict:  REJECT  ", "reject"],
    ["**Verdict:** reject", "reject"],
    ["Verdict: approved", undefined],
    ["Verdict: approve or reject", undefined],
    ["Verdict approve", undefined],
    ["Verdict:\napprove", undefined],
    ["# Verdict: approve", undefined],
    ["- Verdict: approve", undefined],
    ["> Verdict: approve", undefined],
    ["<!-- x -->\n\nVerdict: approve", undefined],
    ["```\nVerdict: approve\n```", undefined],
    ["", undefined],
  ])("takes %j for %s", (text, verdict) => {
    expect(parseVerdict(text).verdict).toBe(verdict);
  });
});

describe("signals of verdict", () => {
  const signals = (after: string | undefined) =>
    STEERING_MODES.get("verdict")?.signals?.({
      path: ".gtd/VERDICT.md",
      before: "Verdict: approve",
      after,
      changes: [],
    });

  it("are the verdict", () => {
    expect(signals("Verdict: approve")).toEqual(["approve"]);
    expect(signals("Verdict: reject")).toEqual(["reject"]);
  });

  it("are none without a file or a verdict: silence approves nothing", () => {
    expect(signals(undefined)).toEqual([]);
    expect(signals("")).toEqual([]);
  });
});

describe("prose", () => {
  it("is formatted and nothing else", () => {
    expect(STEERING_MODES.get("prose")).toEqual({ formats: true });
    expect(STEERING_MODES.get("verdict")?.formats).toBe(false);
  });
});
