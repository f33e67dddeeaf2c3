import { describe, expect, it } from "vitest";
import { measureDistance, suggestName } from "../../../src/report/suggest.ts";

describe("suggesting a name", () => {
  const known = ["message", "prompt", "script", "commit", "on", "retry"];

  it.each([
    ["mesage", "message"],
    ["messgae", "message"],
    ["PROMPT", "prompt"],
    ["comit", "commit"],
    ["retyr", "retry"],
    ["On", "on"],
    ["no", "on"],
  ])("%s is close to %s", (found, name) => {
    expect(suggestName(found, known)).toBe(name);
  });

  it.each(["", "x", "banana", "messages-of-old"])("%j is close to none", (found) => {
    expect(suggestName(found, known)).toBeUndefined();
  });

  it("takes the first of the closest", () => {
    expect(suggestName("cat", ["car", "bat", "cat"])).toBe("cat");
    expect(suggestName("cat", ["car", "bat"])).toBe("car");
  });

  it("knows names of any iterable", () => {
    expect(suggestName("ab", new Set(["abc"]))).toBe("abc");
  });

  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["abc", "", 3],
    ["abc", "abc", 0],
    ["abc", "acb", 1],
    ["abc", "abd", 1],
    ["ab", "abc", 1],
    ["kitten", "sitting", 3],
    ["ca", "abc", 3],
  ])("the distance of %j and %j is %i", (a, b, distance) => {
    expect(measureDistance(a, b)).toBe(distance);
    expect(measureDistance(b, a)).toBe(distance);
  });
});
