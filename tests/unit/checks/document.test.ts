import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../src/checks/rules/index.ts";
import { SHELL_RULE } from "../../../src/checks/shell.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const fixtures = path.join(root, "tests/fixtures/checks");
const file = path.join(root, "docs/checks.md");
/** Rules that the compiler holds: what breaks them compiles nowhere, so their blocks are not compiled by the documents' tests. */
const COMPILED: ReadonlySet<string> = new Set(["unreachable-state", "template"]);

function read(name: string): string {
  return fs.readFileSync(path.join(fixtures, name), "utf8");
}

/** The blocks between the marks, made of the fixtures: a broken workflow and what is said of it, or what is right instead. */
function renderDocument(text: string): string {
  return text.replace(/<!-- fixture (\S+) -->[\s\S]*?<!-- \/fixture -->/g, (_, name: string) => {
    const block = name.endsWith("-right") ? renderChanged(name) : renderBroken(name);
    return `<!-- fixture ${name} -->\n${block}<!-- /fixture -->`;
  });
}

function renderBroken(name: string): string {
  const language = COMPILED.has(name) ? "yml" : "yaml";
  return `\`\`\`${language}\n${read(`${name}.yaml`)}\`\`\`\n\n\`\`\`text\n${read(`${name}.out`)}\`\`\`\n`;
}

/** The parts of the right workflow that the broken one has otherwise: lines of its head, and whole states. */
function renderChanged(name: string): string {
  const parts = (text: string): readonly string[] => text.split(/^(?= {2,4}\w)/m);
  const broken = parts(read(`${name.replace(/-right$/, "")}.yaml`));
  return `\`\`\`yml\n${parts(read(`${name}.yaml`))
    .filter((part) => !broken.includes(part))
    .join("")}\`\`\`\n`;
}

describe("docs/checks.md", () => {
  it("shows every example as it is, and what gtd check says of it", async () => {
    await expect(renderDocument(fs.readFileSync(file, "utf8"))).toMatchFileSnapshot(file);
  });

  it("has a section for every rule, with its severity", () => {
    const text = fs.readFileSync(file, "utf8");
    const word = { error: "Error", warning: "Warning", info: "Note" };
    for (const { name, severity } of [...RULES, SHELL_RULE])
      expect(text).toContain(`\n## ${name}\n\n${word[severity]}. `);
  });
});
