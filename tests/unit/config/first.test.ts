import { describe, expect, it } from "vitest";
import { loadDefinition } from "../../../src/compiler/load.ts";
import { renderFirstConfig, type FirstConfig } from "../../../src/config/first.ts";
import { BUNDLED_NAMES, readBundled } from "../../../src/workflows/index.ts";

const AGENTS = ["claude", "codex"];

function load(first: Omit<FirstConfig, "agents">) {
  return loadDefinition({
    layers: [{ path: "/r/.gtdrc.yaml", text: renderFirstConfig({ agents: AGENTS, ...first }) }],
    readReference: () => ({ fault: "none" }),
    bundled: { names: BUNDLED_NAMES, read: readBundled },
  });
}

describe("the first configuration", () => {
  it("is a dozen lines, each part with a comment, and names the schema for editors", () => {
    const text = renderFirstConfig({
      agents: AGENTS,
      agent: "claude",
      test: { command: "cargo test", file: "Cargo.toml" },
    });
    expect(text).toBe(`# yaml-language-server: $schema=https://unpkg.com/gtd-cli/schema.json
# What drives gtd in this repository. \`gtd config\` shows all that holds, \`gtd help\` every command, the schema above every key.

# Who takes the agent's turns: claude, codex, or any shell command that reads a prompt.
agent: claude
# What it may do unasked: read, edit, auto or full.
permission: edit
# Where an unattended run stops.
# limits: { turns: 100, cost: 20 }
vars:
  # Decides by its exit alone whether the work holds. Guessed from Cargo.toml.
  testCommand: cargo test
`);
  });

  it.each(["npm test", "true", "echo 'a: b' # c", '"quoted" \\ \t', "line\nbreak", "- x", "über ✓ &&\u2028", "[a, b]"])(
    "keeps the command %j as it is",
    (command) => {
      const { findings, vars, settings } = load({ test: command, agent: command });
      expect(findings).toEqual([]);
      expect(new Map(vars).get("testCommand")).toBe(command);
      expect(settings.agent).toBe(command);
    },
  );

  it("leaves the agent out where there is none", () => {
    const { findings, settings } = load({});
    expect({ findings, agent: settings.agent }).toEqual({ findings: [], agent: undefined });
  });
});
