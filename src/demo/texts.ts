/** What the scripted agent writes: plans, packages, code. */

export const RANGE_ERROR = "a `RangeError`";
export const INFINITY = "`Infinity`";

const PLAN = `# A calculator that divides

## Goal

Division next to addition, and a command line for both: \`node cli.js 6 / 3\`
prints 2. Subtraction and multiplication are left out.

## Changes

- \`calc.js\`: \`divide(a, b)\`
- \`cli.js\`: the command line; what it does not know, it answers with its usage

\`npm test\` shows that it works.
`;

export const OPEN_PLAN = `${PLAN}
## Open Questions

### What does dividing by zero give?

- [ ] ${INFINITY}, as in JavaScript (recommended)
- [ ] ${RANGE_ERROR}, so that nobody goes on with it
- [ ] _your answer_
`;

/** The plan with its question decided. */
export function renderSettledPlan(decision: string): string {
  return `${PLAN}
## Answered Questions

### What does dividing by zero give?

${decision}
`;
}

/** The packages of the plan, by the names of their files. */
export function renderPackages(decision: string): Readonly<Record<string, string>> {
  return {
    "01-divide.md": `# Divide

Add \`divide(a, b)\` to \`calc.js\`; dividing by zero gives ${decision}. Leave
\`add\` alone.

Done when \`test.js\` shows an even and an uneven division, and a division
by zero.
`,
    "02-command-line.md": `# The command line

Add \`cli.js\`: \`node cli.js 6 / 3\` prints 2, \`node cli.js 1 + 2\` prints 3. An
operator that it does not know is answered with the usage.

Done when \`test.js\` shows both operators and the usage.
`,
  };
}

/** The package that a reviewer's comment becomes. */
export function renderCommentPackage(comment: string): string {
  return `# What the reviewer asked for

> ${comment}

Change no code. Done when the file is there and its examples are right.
`;
}

/** `calc.js` with a division; \`quotient\` is what it computes. */
export function renderCalc(calc: string, quotient: string, zero: string): string {
  const guard = zero === RANGE_ERROR ? '  if (b === 0) throw new RangeError("division by zero");\n' : "";
  return `${calc}
export function divide(a, b) {
${guard}  return ${quotient};
}
`;
}

export function renderCalcTest(test: string, zero: string): string {
  const byZero =
    zero === RANGE_ERROR ? "assert.throws(() => divide(1, 0), RangeError)" : "assert.equal(divide(1, 0), Infinity)";
  return `${test.replace("{ add }", "{ add, divide }")}
test("divides", () => {
  assert.equal(divide(6, 3), 2);
  assert.equal(divide(7, 2), 3.5);
});

test("divides by zero", () => {
  ${byZero};
});
`;
}

const USAGE_CONST = 'const USAGE = "usage: node cli.js <number> <+ or /> <number>";\n';

/** The command line; without the usage it is what the judge sends back. */
export function renderCli(usage: boolean): string {
  return `import { add, divide } from "./calc.js";

const OPERATIONS = { "+": add, "/": divide };
${usage ? USAGE_CONST : ""}
export function calculate([a, operator, b]) {
  const operation = OPERATIONS[operator];
${usage ? "  if (operation === undefined) return USAGE;\n" : ""}  return String(operation(Number(a), Number(b)));
}

if (process.argv[1]?.endsWith("cli.js")) console.log(calculate(process.argv.slice(2)));
`;
}

export function renderCliTest(test: string): string {
  return `${test}
import { calculate } from "./cli.js";

test("calculates what is typed", () => {
  assert.equal(calculate(["6", "/", "3"]), "2");
  assert.equal(calculate(["1", "+", "2"]), "3");
});
`;
}

export function renderUsageTest(test: string): string {
  return `${test}
test("answers an unknown operator with the usage", () => {
  assert.match(calculate(["1", "?", "2"]), /^usage:/);
});
`;
}

export const README = `# Calculator

    node cli.js 6 / 3
    node cli.js 1 + 2
`;

export const COMMIT_MESSAGE = `feat: divide, and calculate on the command line

Division by zero follows the decision in the plan; an operator that the
command line does not know is answered with its usage.
`;

/** What a chunk of the review says about a file: its title and its description. */
export const CHUNKS: readonly {
  readonly title: string;
  readonly about: string;
  readonly notes: Readonly<Record<string, string>>;
}[] = [
  {
    title: "Division",
    about: "The heart of the change, with what happens at zero.",
    notes: { "calc.js": "`divide`" },
  },
  {
    title: "The command line",
    about: "A thin layer over the functions; what it does not know, it says.",
    notes: { "cli.js": "`calculate`, and the usage" },
  },
  {
    title: "The tests",
    about: "Division even, uneven and by zero; both operators, and the usage.",
    notes: { "test.js": "what is new is at the end" },
  },
  {
    title: "How to use it",
    about: "What the review asked for.",
    notes: { "README.md": "two examples" },
  },
];
