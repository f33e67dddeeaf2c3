import { describe, expect, it } from "vitest";

import { renderCapture, renderCaptureWithoutOutput } from "../../../src/shell/capture.ts";
import { stripControl } from "../../../src/shell/control.ts";

const INPUT = { command: "npm test", code: 1, output: "one\ntwo\n", limit: 1000 };

describe("a capture file", () => {
  it("begins with the command and its exit", () => {
    expect(renderCapture(INPUT)).toBe("$ npm test\nexit 1\n\none\ntwo\n");
  });

  it("is not empty when the command said nothing", () => {
    expect(renderCapture({ ...INPUT, output: " \n" })).toBe("$ npm test\nexit 1\n");
  });

  it("tells a time-out", () => {
    expect(renderCapture({ ...INPUT, code: "timeout" })).toContain("\nexit timeout\n");
  });

  it("shows a script of several lines as one", () => {
    expect(renderCapture({ ...INPUT, command: "cd x\nnpm test\n" })).toMatch(/^\$ cd x\n {2}npm test\nexit 1\n/);
  });

  it("names a script of pages by its ends", () => {
    const text = renderCapture({ ...INPUT, command: "echo line\n".repeat(1000) });
    expect(text.length).toBeLessThan(1500);
    expect(text).toContain("bytes left out");
  });

  it("is cut in the middle over the limit, and names the whole output", () => {
    const text = renderCapture({
      ...INPUT,
      output: "line\n".repeat(1000),
      limit: 200,
      log: ".git/gtd/logs/3-checking.log",
    });
    expect(text).toMatch(/^\$ npm test\nexit 1\nwhole output: \.git\/gtd\/logs\/3-checking\.log\n\nline\n/);
    expect(text).toMatch(/\n\[… \d+ bytes left out …\]\nline\n/);
    expect(Buffer.byteLength(text)).toBeLessThan(300);
  });

  it("says so when only the exit is known", () => {
    expect(renderCaptureWithoutOutput(2)).toBe("exit 2, no output recorded\n");
    expect(renderCaptureWithoutOutput("timeout")).toBe("exit timeout, no output recorded\n");
  });
});

describe("control sequences", () => {
  it.each([
    ["colours", "\u001B[1;31mred\u001B[0m", "red"],
    ["eight-bit sequences", "\u009B31mred\u009B0m", "red"],
    ["cursor moves", "\u001B[2K\u001B[1Gdone", "done"],
    ["links", "\u001B]8;;https://example.org\u0007text\u001B]8;;\u001B\\", "text"],
    ["titles", "\u001B]0;title\u001B\\text", "text"],
    ["device strings", "\u001BPq#0\u001B\\text", "text"],
    ["character sets", "\u001B(Btext\u001B=", "text"],
    ["a sequence that is cut off", "text\u001B[3", "text"],
    ["an escape at the end", "text\u001B", "text"],
    ["bells, nulls and backspaces", "a\u0007b\0c\bd\u007F", "abcd"],
    ["lines that are written over", "10%\r50%\r100%\ndone\r\nrest\r", "100%\ndone\nrest"],
    ["tabs and line feeds, which stay", "a\tb\nc", "a\tb\nc"],
    ["words and signs, which stay", "日本 é 😀 [31m", "日本 é 😀 [31m"],
  ])("%s", (_, text, expected) => {
    expect(stripControl(text)).toBe(expected);
  });
});
