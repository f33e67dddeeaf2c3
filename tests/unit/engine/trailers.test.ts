import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import {
  formatMessage,
  listTrailers,
  parseTrailers,
  stripTrailers,
  trailerFault,
} from "../../../src/engine/trailers.ts";

/** git's own reading, with nobody's settings. */
function git(message: string, ...args: readonly string[]): string {
  return execFileSync("git", ["interpret-trailers", "--no-divider", ...args], {
    input: message,
    encoding: "utf8",
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_DIR: "/dev/null",
      LC_ALL: "C.UTF-8",
    },
  });
}

function printed(message: string): string {
  return listTrailers(message)
    .map(({ key, value }) => `${key}: ${value}\n`)
    .join("");
}

const MESSAGES: Readonly<Record<string, string>> = {
  "a title alone": "title\n",
  nothing: "",
  "a title that looks like a trailer": "Key: value\n",
  "one trailer": "title\n\nKey: value\n",
  "no final newline": "title\n\nKey: value",
  "a body before": "title\n\nbody text\n\nA: 1\nB: 2\n",
  "an earlier block": "title\n\nA: 1\n\nB: 2\n",
  "prose behind the block": "title\n\nA: 1\n\nprose\n",
  "prose in the block": "title\n\nprose\nA: 1\n",
  "prose beside a sign-off": "title\n\nprose\nmore\nand more\nSigned-off-by: a <b@c>\n",
  "too much prose beside a sign-off": "title\n\na\nb\nc\nd\nSigned-off-by: a <b@c>\n",
  "a cherry-pick line": "title\n\nprose\n(cherry picked from commit 123)\nA: 1\n",
  "folded values": "title\n\nA: 1\n  2  \n\t3\nB: 4\n",
  "a folded line at the start": "title\n\n  folded\nA: 1\n",
  "a folded line behind prose": "title\n\nprose\n folded\nSigned-off-by: x\n folded\n",
  "comments in the block": "title\n\nA: 1\n# a comment\nB: 2\n",
  "comments behind the block": "title\n\nA: 1\n\n# a comment\n# another\n",
  scissors: "title\n\nA: 1\n# ------------------------ >8 ------------------------\n\nB: 2\n",
  "old conflicts": "title\n\nA: 1\n\nConflicts:\n\tfile\n\tother\n",
  "conflicts that are none": "title\n\nA: 1\n\nConflicts:\n\tfile\nmore\n",
  "a divider in the body": "title\n\nbody\n---\n\nA: 1\n",
  "blanks around the key": "title\n\nA : 1\n B: 2\n",
  "an empty value": "title\n\nA:\nB: \n",
  "a key that is none": "title\n\na b: 1\n",
  "a colon first": "title\n\n: 1\n",
  "trailing blank lines": "title\n\nA: 1\n\n\n  \n",
  "windows line ends": "title\r\n\r\nA: 1\r\nB: 2\r\n",
  "a no-break space": "title\n\nA: \u00a0x\u00a0\nB: 1\n",
  "comments before the title": "# note\n\ntitle\n\nA: 1\n",
  "a block of comments only": "title\n\n# A: 1\n",
  "blanks before a fold": "title\n\nA: x  \n  y\n",
  "a title of two lines": "title\nA: 1\n",
  "odd keys": "title\n\n-: 1\n1-a: 2\nö: 3\n",
};

describe("reading trailers", () => {
  it.each(Object.entries(MESSAGES))("reads what git reads: %s", (_, message) => {
    expect(printed(message)).toBe(git(message, "--parse"));
  });

  it("keeps the values of a repeated key in order", () => {
    expect(parseTrailers("t\n\nGtd-Cost: 1\nGtd-Cost: 2 m\n").get("Gtd-Cost")).toEqual(["1", "2 m"]);
  });

  it("holds keys named like members of an object", () => {
    expect(parseTrailers("t\n\nconstructor: 1\n").get("constructor")).toEqual(["1"]);
  });
});

describe("writing a message", () => {
  it("puts trailers behind a blank line", () => {
    expect(
      formatMessage({
        subject: "s",
        trailers: [
          ["A", "1"],
          ["B", "2"],
        ],
      }),
    ).toBe("s\n\nA: 1\nB: 2\n");
  });

  it("writes no block without trailers", () => {
    expect(formatMessage({ subject: "s", body: "\n \nb\n\n", trailers: [] })).toBe("s\n\nb\n");
  });

  it.each(
    Object.entries(MESSAGES).filter(
      ([name]) => !/title|nothing|behind the block|scissors|conflicts|trailing|windows|of comments/.test(name),
    ),
  )("puts trailers where git puts them: %s", (_, message) => {
    const body = message.replace(/^title\n\n/, "");
    const theirs = git(`title\n\n${body.trimEnd()}\n`, "--trailer", "Gtd-Exit: 0");
    expect(printed(formatMessage({ subject: "title", body, trailers: [["Gtd-Exit", "0"]] }))).toBe(
      git(theirs, "--parse"),
    );
  });

  it.each(Object.entries(MESSAGES))("reads back what it wrote below any body: %s", (_, body) => {
    const written = formatMessage({
      subject: "s",
      body,
      trailers: [
        ["Gtd-Exit", "0"],
        ["Gtd-Cost", " 1 m "],
      ],
    });
    expect(listTrailers(written).slice(-2)).toEqual([
      { key: "Gtd-Exit", value: "0" },
      { key: "Gtd-Cost", value: "1 m" },
    ]);
    expect(printed(written)).toBe(git(written, "--parse"));
  });

  it.each([
    ["A", "1\n2"],
    ["A", "1\r2"],
    ["A b", "1"],
    ["", "1"],
    ["A:", "1"],
  ])("refuses what could not be read back: %j: %j", (key, value) => {
    expect(trailerFault(key, value)).toBeDefined();
    expect(() => formatMessage({ subject: "s", trailers: [[key, value]] })).toThrow(trailerFault(key, value) ?? "");
  });

  it.each(["", "  ", "a\nb", "a\rb"])("refuses the subject %j", (subject) => {
    expect(() => formatMessage({ subject, trailers: [] })).toThrow("one line");
  });
});

describe("stripping trailers", () => {
  it("leaves a message without them as it is", () => {
    expect(stripTrailers("s\n\n\nb\n\n\n", "Gtd-")).toBe("s\n\n\nb\n\n\n");
  });

  it("takes them wherever they stand, in any letter case, with their folded lines", () => {
    expect(stripTrailers("s\n\nGtd-A: 1\n  more\n\nb\ngtd-b : 2\nc\n\n\nd\n\nGTD-C: 3\n", "Gtd-")).toBe(
      "s\n\nb\nc\n\n\nd\n",
    );
  });

  it("keeps other trailers, and text that only mentions one", () => {
    expect(stripTrailers("s\n\nsee Gtd-A: 1\n\nCo-Authored-By: x\nGtd-A: 1\n", "Gtd-")).toBe(
      "s\n\nsee Gtd-A: 1\n\nCo-Authored-By: x\n",
    );
  });

  it("leaves nothing of a message of nothing else", () => {
    expect(stripTrailers("Gtd-A: 1\n", "Gtd-")).toBe("");
  });
});
