import { describe, expect, it } from "vitest";
import { testCommand } from "../../../src/commands/test.ts";
import { BUNDLED_NAMES } from "../../../src/workflows/index.ts";
import { BUNDLED_SCENARIOS } from "../../../src/workflows/scenarios.ts";
import { inDirectory } from "../scenario/in-directory.ts";

describe("the bundled workflows ship with scenarios", () => {
  it.each(BUNDLED_NAMES)("%s: every row of every state, every refusal and every retry cap", async (name) => {
    expect(BUNDLED_SCENARIOS.has(name)).toBe(true);
    await inDirectory({}, async (context, output) => {
      const code = await testCommand({ ...context, json: true }, [], { workflow: name, coverageMin: 100 });
      const { scenarios, coverage } = JSON.parse(output());
      expect(scenarios.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([]);
      expect(coverage).toMatchObject({ missing: [], unreached: [], percent: 100 });
      expect(code).toBe(0);
    });
  });

  it("is what a repository without a workflow of its own is tested with", async () => {
    await inDirectory({ ".gtdrc.yaml": "vars: { testCommand: make check }\n" }, async (context, output) => {
      expect(await testCommand(context, [], {})).toBe(0);
      expect(output()).toMatch(/^\d+ scenarios passed\n/);
    });
  });
});
