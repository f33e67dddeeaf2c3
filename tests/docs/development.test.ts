import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readTable } from "./documents.ts";

describe("docs/development.md", () => {
  it("names every dependency, with what it is for and what it costs", () => {
    const rows = readTable("docs/development.md", "package", "for");
    const { devDependencies } = manifest;
    const declared = Object.keys(devDependencies);
    expect("dependencies" in manifest, "everything is bundled").toBe(false);
    expect(rows.map(([name]) => name).toSorted()).toEqual(declared.toSorted());
    expect(rows.filter((row) => row.some((cell) => cell === ""))).toEqual([]);
  });

  it("names scripts that there are", () => {
    const commands = readTable("docs/development.md", "command", "does").map(([cell = ""]) => cell);
    const scripts = commands.map((cell) => /^npm (?:run )?(\S+)/.exec(cell)?.[1] ?? "");
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });
});
