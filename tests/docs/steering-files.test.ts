import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { formatMarkdown } from "../../src/steering/format.ts";
import { STEERING_MODES } from "../../src/steering/index.ts";
import { parseReview } from "../../src/steering/review.ts";
import { parseDocument, readTable, ROOT, walk } from "./documents.ts";

const DOCUMENT = "docs/steering-files.md";

/** Fences of the document whose first line reads ```` ```markdown <mode> [draft] ````. */
const examples = walk(parseDocument(DOCUMENT)).flatMap((node) => {
  if (node.type !== "code" || node.lang !== "markdown") return [];
  const [mode = "", draft] = node.meta?.split(" ") ?? [];
  return [
    { name: `${mode} on line ${node.position?.start.line}`, mode, draft: draft === "draft", text: `${node.value}\n` },
  ];
});

describe("the examples of docs/steering-files.md", () => {
  it("show every mode that is checked", () => {
    const checked = [...STEERING_MODES].flatMap(([name, mode]) => (mode.validate === undefined ? [] : [name]));
    expect(new Set(examples.map(({ mode }) => mode))).toEqual(new Set(checked));
  });

  it.each(examples)("$name is valid and laid out as gtd does it", async ({ mode, draft, text }) => {
    const changedPaths = parseReview(text).chunks.flatMap(({ pointers }) => pointers.map((pointer) => pointer.path));
    const input = { path: DOCUMENT, text, draft, review: { changedPaths, baseIsAncestor: true } };
    expect(STEERING_MODES.get(mode)?.validate?.(input)).toEqual([]);
    if (STEERING_MODES.get(mode)?.formats === true) expect(await formatMarkdown(text)).toBe(text);
  });
});

describe("the tables of docs/steering-files.md", () => {
  it("name every rule that the fixtures show, and no other", () => {
    const fixtures = path.join(ROOT, "tests/fixtures/steering");
    const outs = fs
      .readdirSync(fixtures, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".out"));
    const shown = outs.flatMap((name) =>
      [...fs.readFileSync(path.join(fixtures, name), "utf8").matchAll(/^\d\S* \w+ ([a-z-]+): /gm)].map(
        ([, rule]) => rule,
      ),
    );
    const documented = readTable(DOCUMENT, "rule", "what is wrong").map(([rule]) => rule);
    expect(documented).toEqual([...new Set(documented)]);
    expect(documented.toSorted()).toEqual([...new Set(shown)].toSorted());
  });

  it("name the modes as they are", () => {
    const rows = readTable(DOCUMENT, "mode", "is for").map(([mode, , formatted, checked]) => [
      mode,
      formatted === "yes",
      checked === "yes",
    ]);
    expect(rows).toEqual([...STEERING_MODES].map(([name, mode]) => [name, mode.formats, mode.validate !== undefined]));
  });
});
