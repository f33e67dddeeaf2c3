import { describe, expect, it } from "vitest";
import { listBlocks, listDocuments } from "./documents.ts";
import { checkCommand } from "../../src/commands/check.ts";
import { testCommand } from "../../src/commands/test.ts";
import { inDirectory } from "../unit/scenario/in-directory.ts";

const recipes = listDocuments().filter((name) => /^docs\/recipes\/(?!README)/.test(name));

/** The workflow of a recipe and its scenarios, as files to copy. */
function filesOf(document: string): Readonly<Record<string, string>> {
  const [workflow, ...more] = listBlocks("yaml", [document]);
  const [scenarios, ...others] = listBlocks("yml", [document]);
  expect([more, others]).toEqual([[], []]);
  return { ".gtdrc.yaml": `${workflow?.text}\n`, ".gtdrc.scenarios.yaml": `${scenarios?.text}\n` };
}

describe("the recipes", () => {
  it("are there, each listed", () => {
    expect(recipes.length).toBeGreaterThanOrEqual(6);
  });

  it.each(recipes)("%s passes gtd check --strict without a word", async (document) => {
    await inDirectory(filesOf(document), async (context, output) => {
      const code = await checkCommand(context, { strict: true });
      expect(output()).not.toMatch(/error|warning/);
      expect(code, output()).toBe(0);
    });
  });

  it.each(recipes)("%s does what its scenarios say, every row and cap of it, once with real git", async (document) => {
    const files = filesOf(document);
    expect(files[".gtdrc.scenarios.yaml"]).toContain("run: true");
    await inDirectory(files, async (context, output) => {
      const code = await testCommand(context, [], { coverageMin: 100 });
      expect(code, output()).toBe(0);
    });
  });
});
