import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readDocument, readTable, ROOT } from "./documents.ts";

const words = readTable("docs/glossary.md", "word", "meaning").map(([word = ""]) => word);

describe("docs/glossary.md", () => {
  it("has each word once", () => {
    expect(words).toEqual([...new Set(words)]);
  });

  it("has every word that the tutorial introduces", () => {
    const introduced = [...readDocument("docs/tutorial.md").matchAll(/\*\*([a-z ]+?)s?\*\*/g)].map(([, word]) => word);
    expect(introduced.length).toBeGreaterThan(5);
    expect(introduced.filter((word = "") => !words.includes(word))).toEqual([]);
  });
});

describe("docs/architecture.md", () => {
  it("says of every folder of the sources what it holds", () => {
    const entries = fs.readdirSync(path.join(ROOT, "src"), { withFileTypes: true });
    const folders = entries.filter((one) => one.isDirectory()).map(({ name }) => `src/${name}/`);
    const listed = readTable("docs/architecture.md", "folder", "what it holds").flatMap(([cell = ""]) =>
      cell.split(", "),
    );
    expect(folders.filter((name) => !listed.includes(name))).toEqual([]);
    const gone = listed.filter((name) => !fs.existsSync(path.join(ROOT, name)));
    expect(gone).toEqual([]);
  });

  it("is one page", () => {
    expect(readDocument("docs/architecture.md").split("\n").length).toBeLessThan(80);
  });
});
