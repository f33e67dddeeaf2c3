import { describe, expect, it } from "vitest";
import { runCheck } from "./run-check.ts";

/** What is said of an agent's rows, notes aside; a broken state beside one that differs by a hair and is sound. */
const STATES: readonly (readonly [says: string, rows: readonly string[]])[] = [
  ["none", ["only A src/**", "* **"]],
  ["dead-row", ["A src/**", "only A src/a", "* **"]],
  ["none", ["only A src/**", "A src/a", "* **"]],
  ["never-row", ["only A a & D b", "* **"]],
  ["none", ["A a & D b", "* **"]],
  ["none", ["E a & D b", "* **"]],
  ["never-row", ["E a & N a", "* **"]],
  ["none", ["E a & N b", "* **"]],
  ["never-row", ["A a & N a", "* **"]],
  ["none", ["D a & N a", "* **"]],
  ["never-row", ["D a & E a", "* **"]],
  ["not-total", ["A **", "M **"]],
  ["none", ["A **", "M **", "D **"]],
  ["dead-row", ["A **", "M **", "D **", "* **"]],
  ["not-total", ["* *"]],
  ["none", ["* *", "* */**"]],
  ["not-total", ["* ** ! *.md", "* *.md ! a.md"]],
  ["none", ["* ** ! *.md", "* *.md"]],
  ["never-row", ["A a ! *", "* **"]],
  ["dead-row", ["* {a,b}", "A a & A b", "* **"]],
  ["none", ["* a", "A A", "* **"]],
  ["none", ["* a/*", "* a/**", "* **"]],
  ["dead-row", ["* a/**", "* a/*", "* **"]],
  ["never-row", ["C & @passed", "* **"]],
  ["none", ["C", "* **"]],
  ["dead-row", ["* **", "E a"]],
  ["none", ["E a", "* **"]],
  ["none", ["E a", "N a"]],
];

function workflowOf(rows: readonly string[]): string {
  return `workflow:
  states:
    idle: { actor: human, initial: true, message: hi, on: { "* **": work } }
    check: { actor: check, script: "true", on: { "@passed": look, "@failed": look, "@missing": look, "@timeout": look } }
    look: { actor: human, message: look, on: { "C": done, "* **": work } }
    done: { commit: x }
    work:
      actor: agent
      prompt: work
      on:
${rows.map((row) => `        ${JSON.stringify(row)}: check\n`).join("")}`;
}

describe("near misses", () => {
  it.each(STATES)("%s: %j", async (says, rows) => {
    const { output } = await runCheck("flow.yaml", workflowOf(rows), {}, true);
    const { findings } = JSON.parse(output) as { findings: { rule: string; severity: string }[] };
    const rules = findings.filter(({ severity }) => severity !== "info").map(({ rule }) => rule);
    expect([...new Set(rules)].join(",") || "none").toBe(says);
  });
});
