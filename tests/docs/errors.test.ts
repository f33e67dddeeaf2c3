import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/errors.ts";
import { readTable, ROOT } from "./documents.ts";

/** Folders whose codes are those of findings, not of errors. */
const FINDINGS = /^(compiler|checks|steering)\//;
/** Codes of findings outside them, that of a fault in gtd itself, and what a scenario calls a refusal. */
const NO_ERRORS = new Set(["mode-finding", "bug", "invalid"]);

const SRC = path.join(ROOT, "src");
const names = fs.readdirSync(SRC, { recursive: true, encoding: "utf8" });
const sources = names
  .filter((name) => name.endsWith(".ts") && !FINDINGS.test(name) && !name.includes("generated"))
  .map((name) => fs.readFileSync(path.join(SRC, name), "utf8"));

/** The codes that the sources raise by name. */
function listCodes(): ReadonlySet<string> {
  const patterns = [/code: "([a-z-]+)"/g, /\b(?:decline\(\s*[\w.]+,|accident\(|refusal\()\s*"([a-z-]+)"/g];
  const found = sources.flatMap((text) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = ""]) => code)),
  );
  return new Set(found.filter((code) => !NO_ERRORS.has(code)));
}

/** Pairs of code and exit, where the sources name both side by side. */
function listExits(): readonly string[] {
  return sources.flatMap((text) =>
    [...text.matchAll(/code: "([a-z-]+)",\s*exit: EXIT\.(\w+)/g)].map(
      ([, code = "", exit = ""]) => `${code} ${Object.entries(EXIT).find(([name]) => name === exit)?.[1]}`,
    ),
  );
}

const rows = readTable("docs/errors.md", "code", "exit");
const codes = rows.map(([code = ""]) => code);

describe("docs/errors.md", () => {
  it("lists every error that the sources raise", () => {
    const raised = listCodes();
    expect(raised.size).toBeGreaterThan(50);
    expect([...raised].filter((code) => !codes.includes(code)).toSorted()).toEqual([]);
  });

  it("gives each its exit", () => {
    const documented = new Set(rows.map(([code, exit]) => `${code} ${exit}`));
    // A mode that no state has is a refusal where a command has no file argument to say it by.
    const wrong = listExits().filter((one) => !documented.has(one) && one !== "unknown-mode 1");
    expect(wrong).toEqual([]);
  });

  it("lists nothing that the sources do not name", () => {
    expect(codes.filter((code) => !sources.some((text) => text.includes(`"${code}"`)))).toEqual([]);
  });

  it("is in alphabetical order, each once", () => {
    expect(codes).toEqual([...new Set(codes)].toSorted());
  });
});
