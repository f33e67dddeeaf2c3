import fc from "fast-check";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayBeIgnored } from "../../../src/git/ignore-files.ts";
import { Fixture } from "./fixture.ts";

const STEERING = [".gtd/TODO.md", ".gtd/packages/01.md", "Plan/Über.md"];

function rulesOf(f: Fixture, file: string, text: string): void {
  mkdirSync(dirname(join(f.repo.root, file)), { recursive: true });
  writeFileSync(join(f.repo.root, file), text);
}

function areIgnored(f: Fixture, paths: readonly string[]): boolean {
  return spawnSync("git", ["check-ignore", "--no-index", ...paths], { cwd: f.repo.root }).status === 0;
}

describe("whether a steering file may be ignored", () => {
  it.each([
    ["node_modules/\n*.log\n# .gtd\n\ndist\n!keep.js\n/target\n.env.*\n", false],
    [".gtd/\n", true],
    ["/.GTD\n", true],
    ["*\n", true],
    ["**/packages\n", true],
    ["[.]gtd\n", true],
    ["\\.gtd\n", true],
    ["T?DO.md \n", true],
    ["*.md\n", true],
  ])("%j", (text, expected) => {
    const f = new Fixture({ files: { a: "1\n" } });
    rulesOf(f, ".gitignore", text);
    expect(mayBeIgnored(f.repo, STEERING)).toBe(expected);
  });

  it("looks at every file that git takes rules from", () => {
    const f = new Fixture({ files: { a: "1\n" } });
    expect(mayBeIgnored(f.repo, STEERING)).toBe(false);
    for (const file of [".git/info/exclude", ".gtd/.gitignore", ".gtd/packages/.gitignore"]) {
      rulesOf(f, file, "*.md\n");
      expect(mayBeIgnored(f.repo, STEERING)).toBe(true);
      rulesOf(f, file, "");
    }
    expect(mayBeIgnored(f.repo, STEERING)).toBe(false);
    f.git("config", "core.excludesFile", "elsewhere");
    expect(mayBeIgnored(f.repo, STEERING)).toBe(true);
  });

  it("is never denied where git ignores one", () => {
    const f = new Fixture({ files: { a: "1\n" } });
    const part = fc.constantFrom(
      ..."! / * ** ? [.] [!x] [a-z] \\. \\ .gtd gtd TODO .md md packages 01 Plan Über x .".split(" "),
    );
    const rule = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(".gitignore", ".gtd/.gitignore"),
        (rules, file) => {
          rulesOf(f, file, `${rules.join("\n")}\n`);
          const may = mayBeIgnored(f.repo, STEERING);
          if (!may) expect(areIgnored(f, STEERING)).toBe(false);
          rulesOf(f, file, "");
        },
      ),
      { numRuns: 120 },
    );
  });
});
