import { describe, expect, it } from "vitest";
import { classifyFailure, type Evidence } from "../../../src/driver/classify.ts";

const kindOf = (evidence: Partial<Evidence>): string => classifyFailure({ exit: 1, stderr: "", ...evidence }, 0).kind;

describe("an agent's failure", () => {
  it.each([
    ["prompt is too long: 208310 tokens > 200000 maximum", "context"],
    ["Codex ran out of room in the model's context window.", "context"],
    ["This model's maximum context length is 128000 tokens.", "context"],
    ["The input token count (1200000) exceeds the maximum", "context"],
    ["the agent has hit a token limit", "context"],
    ["error: context_length_exceeded", "context"],
    ["Your credit balance is too low", "billing"],
    ["You exceeded your current quota, please check your plan and billing details.", "billing"],
    ["insufficient_quota", "billing"],
    ["you are out of credits", "billing"],
    ["You have no quota", "billing"],
    ["[API Error: You have exhausted your daily quota on this model.]\nPlease wait and try again later.", "billing"],
    ["Not logged in · Please run /login", "authentication"],
    ["invalid x-api-key", "authentication"],
    ["Incorrect API key provided: sk-dummy.", "authentication"],
    ["OAuth token has expired", "authentication"],
    ["No conversation found with session ID: 1", "session"],
    ["Session 1 is already in use", "session"],
    ["session not found", "session"],
    ["workspace trust required", "setup"],
    ["no providers configured", "setup"],
    ["unknown model: x", "model"],
    ["models/x is not found for API version v1beta, or is not supported for generateContent.", "model"],
    ["overloaded_error", "transient"],
    ["Selected model is at capacity.", "transient"],
    ["Too Many Requests", "transient"],
    ["stream disconnected before completion", "transient"],
    ["connection failed", "transient"],
    ["request timed out", "transient"],
    ["the usage window resets 8:30pm (UTC)", "transient"],
    ["Segmentation fault", "unknown"],
  ])("that says %j is of the kind %s", (text, kind) => {
    expect(kindOf({ error: text })).toBe(kind);
    expect(kindOf({ stderr: `at x\n${text}` })).toBe(kind);
  });

  it.each([
    [402, "billing"],
    [401, "authentication"],
    [403, "authentication"],
    [408, "transient"],
    [429, "transient"],
    [500, "transient"],
    [502, "transient"],
    [503, "transient"],
    [504, "transient"],
    [529, "transient"],
    [400, "unknown"],
  ])("with the status %i is of the kind %s", (status, kind) => {
    expect(kindOf({ status: String(status), error: "no words" })).toBe(kind);
    expect(kindOf({ status: String(status) })).toBe(kind);
  });

  it("goes by its structured name before its status, and by its status before its words", () => {
    expect(kindOf({ kind: "insufficient_quota", status: "429", error: "rate limit" })).toBe("billing");
    expect(kindOf({ status: "401", error: "rate limit" })).toBe("authentication");
  });

  it("of an empty purse is told from haste, though both are 429: haste states a time", () => {
    const quota = "You exceeded your current quota, please check your plan and billing details.";
    expect(kindOf({ status: "429", error: quota })).toBe("billing");
    expect(kindOf({ error: `[API Error: ${quota}\nPlease retry in 3.5s.]` })).toBe("transient");
    expect(
      classifyFailure({ exit: 1, stderr: "", status: "429", error: `${quota} Please retry in 3.5s.` }, 0),
    ).toMatchObject({
      kind: "transient",
      wait: 3500,
    });
  });

  it("is looked for in the last lines of standard error only", () => {
    expect(kindOf({ stderr: `invalid api key\n${"noise\n".repeat(30)}` })).toBe("unknown");
  });

  it("goes by the vendor's own patterns first, and by an exit of its own last", () => {
    const patterns = [
      { match: "plan limit", kind: "billing" as const },
      { exit: 41, kind: "authentication" as const },
    ];
    expect(kindOf({ error: "rate limit: plan limit", patterns })).toBe("billing");
    expect(kindOf({ exit: 41, patterns })).toBe("authentication");
    expect(kindOf({ exit: 41, stderr: "overloaded", patterns })).toBe("transient");
  });

  it("is told in the vendor's own sentence, on one line", () => {
    expect(classifyFailure({ exit: 1, stderr: "a\nb", error: "one\n two" }, 0).sentence).toBe("one two");
    expect(classifyFailure({ exit: 1, stderr: "a\nb\n" }, 0).sentence).toBe("b");
    const answer = JSON.stringify({ error: { code: 400, message: 'API key "x" not valid.' } });
    const twice = JSON.stringify({ error: { message: answer } });
    for (const error of [`[API Error: ${answer}]`, `[API Error: ${twice}]`])
      expect(classifyFailure({ exit: 1, stderr: "", error }, 0).sentence).toBe('API key "x" not valid.');
    expect(classifyFailure({ exit: 3, stderr: "" }, 0).sentence).toBe("exit 3");
    expect(classifyFailure({ exit: null, signal: "SIGKILL", stderr: "" }, 0).sentence).toBe("it was ended by SIGKILL");
  });
});
