import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/errors.ts";
import { readTable, ROOT } from "./documents.ts";

interface Raised {
  readonly code: string;
  readonly exit: number | undefined;
}

function listSources(dir: string): readonly string[] {
  return fs
    .readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("generated"))
    .map((name) => path.join(dir, name));
}

/** Every `code: "…"` that is raised with an exit, by the text of the sources. */
function listRaised(): readonly Raised[] {
  return listSources(path.join(ROOT, "src")).flatMap((file) => {
    const text = fs.readFileSync(file, "utf8");
    const errors = [...text.matchAll(/code: "([a-z-]+)",\s*exit: EXIT\.(\w+)/g)];
    return errors.map(([, code = "", exit = ""]) => ({
      code,
      exit: Object.entries(EXIT).find(([name]) => name === exit)?.[1],
    }));
  });
}

const documented = readTable("docs/errors.md", "code", "exit").map(([code = "", exit = ""]) => `${code} ${exit}`);

describe("docs/errors.md", () => {
  it("lists every error that the sources raise, with its exit", () => {
    const raised = new Set(listRaised().map(({ code, exit }) => `${code} ${exit}`));
    expect(raised.size).toBeGreaterThan(20);
    expect([...raised].filter((one) => !documented.includes(one)).toSorted()).toEqual([]);
  });

  it("lists nothing that the sources do not name", () => {
    const text = listSources(path.join(ROOT, "src"))
      .map((file) => fs.readFileSync(file, "utf8"))
      .join("\n");
    const unknown = documented.map((one) => one.split(" ")[0] ?? "").filter((code) => !text.includes(`"${code}"`));
    expect(unknown).toEqual([]);
  });

  it("is in alphabetical order, each once", () => {
    expect(documented).toEqual([...new Set(documented)].toSorted());
  });
});
