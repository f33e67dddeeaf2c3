import { describe, expect, it } from "vitest";
import { askFirstConfig, type FirstGuesses } from "../../../src/runtime/ask-first-config.ts";
import { answerWith } from "./prompter.ts";

const GUESSES: FirstGuesses = {
  tests: [
    { command: "make test", file: "Makefile" },
    { command: "go test ./...", file: "go.mod" },
  ],
  found: ["codex"],
  known: ["claude", "codex"],
  options: {},
};

function ask(answers: readonly (string | undefined)[], guesses: Partial<FirstGuesses> = {}) {
  const prompter = answerWith(answers);
  return askFirstConfig(prompter, { ...GUESSES, ...guesses }).then((given) => ({ given, asked: prompter.asked }));
}

describe("gtd init at a terminal", () => {
  it("offers what was guessed, the likeliest first", async () => {
    const { given, asked } = await ask(["go test ./...", "codex"]);
    expect(given).toEqual({ test: { command: "go test ./...", file: "go.mod" }, agent: "codex" });
    expect(asked.map(({ choices }) => choices)).toEqual([
      ["make test", "go test ./...", "another command"],
      ["codex", "claude", "another command", "none for now"],
    ]);
  });

  it("takes any other command, but no empty one", async () => {
    const { given, asked } = await ask(["another command", "./check.sh", "another command", "my-agent --stdin"]);
    expect(given).toEqual({ test: "./check.sh", agent: "my-agent --stdin" });
    expect(asked.map(({ fault }) => fault?.(" "))).toEqual([undefined, "say a command", undefined, "say a command"]);
  });

  it("asks for a command at once where nothing was guessed", async () => {
    const { given } = await ask(["true", "none for now"], { tests: [], found: [] });
    expect(given).toEqual({ test: "true" });
  });

  it("does not ask what was said on the command line", async () => {
    const { given, asked } = await ask([], { options: { test: "true", agent: "claude" } });
    expect({ given, asked }).toEqual({ given: { test: "true", agent: "claude" }, asked: [] });
  });

  it.each([[[undefined]], [["make test", undefined]], [["another command", undefined]]])(
    "writes nothing when it is called off after %j",
    async (answers) => {
      expect((await ask(answers)).given).toBeUndefined();
    },
  );
});
