import { stringify } from "yaml";
import type { TestGuess } from "./guess.ts";

export interface FirstConfig {
  /** Names of the agents that are built in. */
  readonly agents: readonly string[];
  /** A built-in agent's name, or a shell command; absent leaves the line as a comment. */
  readonly agent?: string | undefined;
  readonly test?: string | TestGuess | undefined;
}

/** The `.gtdrc.yaml` of `gtd init`: commented, and valid as it is. */
export function renderFirstConfig({ agents, agent, test }: FirstConfig): string {
  const told = typeof test === "string" ? { command: test } : test;
  const why = told === undefined ? "A guess, put yours here" : "file" in told ? `Guessed from ${told.file}` : undefined;
  return [
    "# yaml-language-server: $schema=https://unpkg.com/gtd-cli/schema.json",
    "# What drives gtd in this repository. `gtd config` shows all that holds, `gtd help` every command, the schema above every key.",
    "",
    `# Who takes the agent's turns: ${agents.join(", ")}, or any shell command that reads a prompt.`,
    agent === undefined ? "# agent: claude" : `agent: ${scalar(agent)}`,
    "# What it may do unasked: read, edit, auto or full.",
    "permission: edit",
    "# Where an unattended run stops.",
    "# limits: { turns: 100, cost: 20 }",
    "vars:",
    `  # Decides by its exit alone whether the work holds.${why === undefined ? "" : ` ${why}.`}`,
    `  testCommand: ${scalar(told?.command ?? "npm test")}`,
    "",
  ].join("\n");
}

/** A text as YAML on one line. */
function scalar(text: string): string {
  const plain = stringify(text, { lineWidth: 0 }).replace(/\n$/, "");
  return plain.includes("\n") ? JSON.stringify(text) : plain;
}
