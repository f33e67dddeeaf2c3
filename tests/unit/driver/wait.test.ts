import { describe, expect, it } from "vitest";
import { UserError } from "../../../src/errors.ts";
import { makeWaiter, planWait, StopAsked } from "../../../src/driver/wait.ts";

const base = {
  total: undefined,
  deadline: undefined,
  signal: new AbortController().signal,
  stopAsked: () => false,
  onWait: () => {},
  random: () => 0,
};

describe("the waits of a loop", () => {
  it("double from 30 s to 10 min where no time is stated, with jitter of at most a tenth", () => {
    const plan = [1, 2, 3, 4, 5, 6, 7].map((turn) => planWait(turn, undefined, () => 0) / 1000);
    expect(plan).toEqual([30, 60, 120, 240, 480, 600, 600]);
    expect(planWait(1, undefined, () => 1)).toBe(33_000);
    expect(planWait(9, undefined, () => 1)).toBe(600_000);
  });

  it("last as long as is stated; a short time that is stated for ever is believed three times", () => {
    expect([1, 2, 3, 4, 5].map((turn) => planWait(turn, 500, () => 0))).toEqual([500, 500, 500, 30_000, 60_000]);
    expect(planWait(1, 7_200_000, () => 0)).toBe(7_200_000);
    expect(planWait(1, 0, () => 0)).toBe(100);
  });

  it("end the loop with 3 before they pass limits.wait, or its minutes", async () => {
    await expect(makeWaiter({ ...base, total: 1000 }).wait("busy", undefined)).rejects.toMatchObject({
      code: "wait-limit",
      exit: 3,
    });
    const late = makeWaiter({ ...base, deadline: performance.now() + 1000 });
    await expect(late.wait("busy", undefined)).rejects.toMatchObject({ code: "time-limit", exit: 3 });
  });

  it("are counted together", async () => {
    const waiter = makeWaiter({ ...base, total: 250 });
    await waiter.wait("busy", 100);
    await waiter.wait("busy", 100);
    await expect(waiter.wait("busy", 100)).rejects.toBeInstanceOf(UserError);
  });

  it("can be interrupted, and stopped", async () => {
    const interrupt = new AbortController();
    const waiting = makeWaiter({ ...base, signal: interrupt.signal }).wait("busy", 60_000);
    interrupt.abort();
    await expect(waiting).rejects.toMatchObject({ code: "interrupted", exit: 130 });
    await expect(makeWaiter({ ...base, stopAsked: () => true }).wait("busy", 60_000)).rejects.toBeInstanceOf(StopAsked);
  });
});
