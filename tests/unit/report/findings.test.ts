import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/finding.ts";
import { renderFindings } from "../../../src/report/findings.ts";

const TEXT = 'states:\n  idle:\n    on: { "* **": draftin }\n';

const finding: Finding = {
  code: "unknown-target",
  severity: "error",
  message: '"draftin" is no state',
  path: ".gtdrc",
  range: { start: { line: 3, column: 19 }, end: { line: 3, column: 26 } },
  hint: 'did you mean "drafting"?',
};

const plain = { color: false };

describe("findings for a person", () => {
  it("say where, how bad, which rule and what, with the line and a hint", () => {
    expect(renderFindings([finding], () => TEXT, plain)).toBe(
      [
        '.gtdrc:3:19: error unknown-target: "draftin" is no state',
        '  3 |     on: { "* **": draftin }',
        "    |                   ^^^^^^^",
        '  hint: did you mean "drafting"?',
        "",
      ].join("\n"),
    );
  });

  it("are sorted by place, with a blank line between", () => {
    const { hint: _, ...first } = {
      ...finding,
      message: "first",
      range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
    };
    const { range: __, ...whole } = { ...first, path: ".a", message: "whole file", severity: "warning" as const };
    expect(renderFindings([finding, first, whole], () => undefined, plain)).toBe(
      [
        ".a: warning unknown-target: whole file",
        "",
        ".gtdrc:1:1: error unknown-target: first",
        "",
        '.gtdrc:3:19: error unknown-target: "draftin" is no state',
        '  hint: did you mean "drafting"?',
        "",
      ].join("\n"),
    );
  });

  it("have no frame where the text has no such line", () => {
    expect(renderFindings([finding], () => "", plain)).not.toContain("^");
  });

  it("read each path's own text", () => {
    const other = { ...finding, path: "b" };
    expect(renderFindings([finding, other], (path) => (path === "b" ? "\n\nother" : undefined), plain)).toContain(
      "  3 | other",
    );
  });

  it("indent a hint of several lines", () => {
    expect(renderFindings([{ ...finding, hint: "write\non: {}" }], () => undefined, plain)).toContain(
      "  hint: write\n        on: {}\n",
    );
  });

  it("are painted by severity when asked to", () => {
    const text = renderFindings([finding, { ...finding, severity: "info" }], () => TEXT, { color: true });
    expect(text).toContain("\u001b[31merror\u001b[39m");
    expect(text).toContain("\u001b[31m^^^^^^^\u001b[39m");
    expect(text).toContain("\u001b[36minfo\u001b[39m");
  });

  it("carry no control character of a path or a message to the terminal", () => {
    expect(
      renderFindings([{ ...finding, path: "a\n\u001b[2Jb", message: "\u001b[31mx" }], () => undefined, plain),
    ).toMatch(/^a b:3:19: error unknown-target: x\n/);
  });

  it("are nothing when there are none", () => {
    expect(renderFindings([], () => undefined, plain)).toBe("");
  });
});
