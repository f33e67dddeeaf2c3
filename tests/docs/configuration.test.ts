import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import schema from "../../schema.json" with { type: "json" };
import { renderKeys } from "../../scripts/configuration-keys.mjs";
import { parseDuration } from "../../src/compiler/duration.ts";
import { DEFAULT_SETTINGS } from "../../src/compiler/settings.ts";
import { CONFIG_NAMES } from "../../src/config/names.ts";
import { DEFAULT_WAIT } from "../../src/driver/wait.ts";
import { readDocument, readTable, ROOT } from "./documents.ts";

const DOCUMENT = "docs/configuration.md";
const text = readDocument(DOCUMENT);
const [, generated = ""] = /<!-- gtd:keys [^>]*-->\n\n([^]*?)\n\n<!-- \/gtd:keys -->/.exec(text) ?? [];

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
}

/** What the schema says of every key anywhere, by its path. */
function listDescriptions(node: unknown, at: string, found: [at: string, description: string][] = []) {
  if (typeof node !== "object" || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key === "examples") continue;
    for (const [name, { description }] of key === "properties" ? Object.entries(value as Record<string, Node>) : [])
      found.push([`${at}/${name}`, description ?? ""]);
    listDescriptions(value, `${at}/${key}`, found);
  }
  return found;
}

const descriptions = listDescriptions(schema, "");

describe("the keys in docs/configuration.md", () => {
  it("are what schema.json says", () => {
    expect(generated).toBe(renderKeys(schema));
  });

  it("are all of the keys that schema.json has", () => {
    expect(descriptions.length).toBeGreaterThan(90);
    const missing = descriptions.filter(([, one]) => !generated.includes(one.replaceAll("|", "\\|")));
    expect(missing).toEqual([]);
  });
});

describe("schema.json, as an editor shows it", () => {
  it.each(descriptions)("says of %s in sentences what it does", (_, description) => {
    for (const sentence of description.replaceAll(/`[^`]*`/g, "x").split(/(?<=\.) (?=[A-Z])/)) {
      expect(sentence).toMatch(/^[A-Zx].*\.$/s);
      expect(sentence.split(" ").length > 3 || /^(A template\.|Default: .*)$/.test(sentence), sentence).toBe(true);
    }
  });

  it.each([
    ["permission", DEFAULT_SETTINGS.permission],
    ["shell", DEFAULT_SETTINGS.shell],
    ["hooks/git", DEFAULT_SETTINGS.hooks.git],
    ["limits/turns", DEFAULT_SETTINGS.limits.turns],
    ["limits/diff", DEFAULT_SETTINGS.limits.diff],
    ["limits/capture", DEFAULT_SETTINGS.limits.capture],
    ["limits/file", DEFAULT_SETTINGS.limits.file],
    ["limits/wait", DEFAULT_WAIT],
    ["timeouts/idle", DEFAULT_SETTINGS.timeouts.idle],
    ["timeouts/hard", DEFAULT_SETTINGS.timeouts.hard],
    ["timeouts/script", DEFAULT_SETTINGS.timeouts.script],
  ])("says the default of %s", (key, value) => {
    const node = key.split("/").reduce<Node>((one, name) => one.properties?.[name] ?? {}, schema);
    const stated = /Default: (.*)\.$/.exec(node.description ?? "")?.[1] ?? "";
    expect([stated, String(parseDuration(stated))]).toContain(String(value));
  });
});

describe("docs/configuration.md", () => {
  it("names the files as they are looked for", () => {
    const listed = CONFIG_NAMES.map((name) => `\`${name}\``).join(", ");
    expect(text.replaceAll(/\s+/g, " ")).toContain(`one file of these names: ${listed}.`);
    for (const name of CONFIG_NAMES) expect(schema.description).toContain(name);
  });

  it("names the rules that the fixtures of the compiler show, and no other", () => {
    const fixtures = path.join(ROOT, "tests/fixtures/compiler");
    const outs = fs.readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".out"));
    const shown = outs.flatMap((name) =>
      [...fs.readFileSync(path.join(fixtures, name), "utf8").matchAll(/^\S+ (?:error|warning) ([a-z-]+)/gm)].map(
        ([, rule = ""]) => rule,
      ),
    );
    const documented = readTable(DOCUMENT, "rule", "finds").flatMap(([cell = ""]) => cell.split(", "));
    expect(documented.toSorted()).toEqual([...new Set(shown)].toSorted());
  });
});
