import { describe, expect, it } from "vitest";
import { parseWait } from "../../../src/driver/parse-wait.ts";

const NOW = Date.UTC(2026, 10, 30, 10, 0, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The same clock whatever zone the tests run in. */
const local = (text: string): number => Date.parse(text) - NOW;

describe("the time that an agent asks to be waited for", () => {
  it.each([
    ["5-hour limit reached ∙ resets 8:30pm (Asia/Tokyo)", 90 * MINUTE],
    ["resets 7pm (UTC)", 9 * HOUR],
    ["resets 9am (UTC)", 23 * HOUR],
    [`Claude AI usage limit reached|${NOW / 1000 + 90}`, 90_000],
    ["Please try again in 2 hours.", 2 * HOUR],
    ["try again in 15 hours 23 minutes", 15 * HOUR + 23 * MINUTE],
    ["try again in 3 days 2 hours", 74 * HOUR],
    ["Please try again in 1.2s.", 1200],
    ["Please try again in 850ms", 850],
    ["Please retry in 3.5s.", 3500],
    ["retry-after: 7", 7000],
    ['"retry-after":"12"', 12_000],
    ["Retry after 30 seconds", 30_000],
    ["Your quota will reset after 4h12m5s.", 4 * HOUR + 12 * MINUTE + 5000],
  ])("in %j is read off it", (text, wait) => {
    expect(parseWait(text, NOW)).toBe(wait);
  });

  it("goes by the local clock where no zone is named", () => {
    const wait = parseWait("try again at 3:05 PM", NOW) ?? NaN;
    const then = new Date(NOW + wait);
    expect([then.getHours(), then.getMinutes(), then.getSeconds()]).toEqual([15, 5, 0]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(24 * HOUR);
  });

  it("may be a date", () => {
    expect(parseWait("try again at Dec 2nd, 2026 3:05 PM.", NOW)).toBe(local("Dec 2, 2026 15:05"));
  });

  it("is nothing when that moment is over", () => {
    expect(parseWait("usage limit reached|1700000000", NOW)).toBe(0);
  });

  it.each(["overloaded", "it took 3 minutes", "HTTP 429", "resets soon", "limit of 5 hours"])(
    "is not seen in %j",
    (text) => {
      expect(parseWait(text, NOW)).toBeUndefined();
    },
  );
});
