/** The human's part of `gtd demo`: the project it starts from, and what a person would type. */

/** The starting project: a calculator that can only add. Tests need node alone. */
export const STARTING_FILES: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify({ name: "calculator", private: true, type: "module", scripts: { test: "node test.js" } }, null, 2)}\n`,
  "calc.js": `export function add(a, b) {
  return a + b;
}
`,
  "test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "./calc.js";

test("adds", () => {
  assert.equal(add(1, 2), 3);
});
`,
};

/** What the human writes into `.gtd/TODO.md`. */
export const SKETCH = `# A calculator that divides

It can add. It should divide too, and work on the command line:
\`node cli.js 6 / 3\` prints 2.
`;

/** What the human writes below the boxes of the first review. */
export const COMMENT = "Please add a README that shows how to use the command line.";

/** Ticks the answer that was not recommended, so that one sees it being followed. */
export function tickAnswer(plan: string): string {
  return plan.replace(/^- \[ \] (?=.*RangeError)/m, "- [x] ");
}

/** Writes the comment behind the first chunk of the review. */
export function addComment(review: string): string {
  const boxes = /^- \[ \] .*(?:\n(?: {2}|- \[ \] ).*)*\n/m;
  return review.replace(boxes, (found) => `${found}\n${COMMENT}\n`);
}

/** Ticks every box of the review: the sign-off. */
export function tickAll(review: string): string {
  return review.replace(/^- \[ \] /gm, "- [x] ");
}
