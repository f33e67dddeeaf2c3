import { describe, expect, it } from "vitest";

import { pickHunk } from "../../../src/report/hunk.ts";

const DIFF = `diff --git a/src/calc.ts b/src/calc.ts
index 1111111..2222222 100644
--- a/src/calc.ts
+++ b/src/calc.ts
@@ -1,3 +1,4 @@
 one
+two
 three
 four
@@ -40,5 +41,4 @@ function far() {
 41
 42
-gone
-@@ -1 +1 @@
+43
 44
`;

function show(range?: { from: number; to: number }, limit = 40): readonly string[] {
  return pickHunk(DIFF, { limit, ...(range === undefined ? {} : { range }) }).lines.map(({ text }) => text);
}

describe("pickHunk", () => {
  it("shows every hunk, with its place, where no lines are named", () => {
    expect(show()).toEqual([
      "@@ line 1 @@",
      " one",
      "+two",
      " three",
      " four",
      "@@ line 41 @@",
      " 41",
      " 42",
      "-gone",
      "-@@ -1 +1 @@",
      "+43",
      " 44",
    ]);
  });

  it("shows what lies around the lines that are named", () => {
    expect(show({ from: 2, to: 3 })).toEqual(["@@ line 1 @@", " one", "+two", " three", " four"]);
    expect(show({ from: 46, to: 60 })).toEqual(["@@ line 43 @@", "-gone", "-@@ -1 +1 @@", "+43", " 44"]);
  });

  it("cuts a new file to the lines that are named", () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `+line ${at + 1}\n`).join("");
    const diff = `new file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,1000 @@\n${lines}`;
    const hunk = pickHunk(diff, { range: { from: 500, to: 501 }, limit: 40 });
    expect(hunk.lines.map(({ text }) => text)).toEqual([
      "@@ line 497 @@",
      ...[497, 498, 499, 500, 501, 502, 503, 504].map((at) => `+line ${at}`),
    ]);
  });

  it("tells the tone of each line", () => {
    expect(pickHunk(DIFF, { range: { from: 43, to: 43 }, limit: 40 }).lines.map(({ tone }) => tone)).toEqual([
      "place",
      "kept",
      "kept",
      "removed",
      "removed",
      "added",
      "kept",
    ]);
  });

  it("shows all of it where the lines that are named are not in it", () => {
    const hunk = pickHunk(DIFF, { range: { from: 20, to: 22 }, limit: 40 });
    expect(hunk).toMatchObject({ missed: true, left: 0 });
    expect(hunk.lines).toHaveLength(12);
  });

  it("is bounded in lines and in columns", () => {
    const hunk = pickHunk(`@@ -1 +1 @@\n+${"x".repeat(5000)}\n${"+y\n".repeat(100)}`, { limit: 10 });
    expect(hunk.lines).toHaveLength(10);
    expect(hunk.left).toBe(92);
    expect(hunk.lines[1]?.text).toHaveLength(241);
  });

  it("shows what git says of a file that it shows no lines of", () => {
    const text = "diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n";
    expect(pickHunk(text, { limit: 40 }).lines).toEqual([{ tone: "kept", text: "Binary files a/x and b/x differ" }]);
    expect(pickHunk("", { range: { from: 1, to: 1 }, limit: 40 })).toEqual({ lines: [], left: 0, missed: false });
  });

  it("reads a file that became a link as two diffs", () => {
    const diff =
      "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\ndiff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+to\n\\ No newline at end of file\n";
    expect(pickHunk(diff, { limit: 40 }).lines.map(({ text }) => text)).toEqual([
      "@@ line 1 @@",
      "-old",
      "@@ line 1 @@",
      "+to",
      "\\ No newline at end of file",
    ]);
  });
});
