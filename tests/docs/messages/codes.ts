import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../documents.ts";

const SRC = path.join(ROOT, "src");
const FIXTURES = path.join(ROOT, "tests/fixtures");

const SOURCES = fs
  .readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.includes("generated"))
  .map((name) => ({ name, text: fs.readFileSync(path.join(SRC, name), "utf8") }));

/** Folders whose codes are those of findings, not of errors. */
const FINDINGS = /^(?:compiler|checks|steering)\//;
/** Codes that stand in a source and are neither: a fault in gtd itself, what a scenario calls a refusal, a part of one. */
const NONE = new Set(["bug", "invalid", "hint", "mode-finding"]);

const ERROR = [/code: "([a-z-]+)"/g, /\b(?:decline\(\s*[\w.]+,|accident\(|refusal\()\s*"([a-z-]+)"/g];
const FINDING =
  /(?:findingAt|stateFinding|#fault|\.report|\bfault|unclosed)\(\s*(?:[^"`'()]|\((?:[^()]|\([^()]*\))*\))*?"([a-z]+(?:-[a-z]+)*)"/g;
const FINDING_DATA = /code: "([a-z-]+)",\s*(?:severity|message|range|what)/g;

/** What the sources raise as errors and refusals, by name. */
export function listErrorCodes(): ReadonlySet<string> {
  const texts = SOURCES.filter(({ name }) => !FINDINGS.test(name)).map(({ text }) => text);
  const found = texts.flatMap((text) =>
    ERROR.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = ""]) => code)),
  );
  return new Set(found.filter((code) => !NONE.has(code)));
}

/** Each error's code with the name of its exit, where the sources name both side by side. */
export function listExitNames(): readonly (readonly [code: string, exit: string])[] {
  return SOURCES.filter(({ name }) => !FINDINGS.test(name)).flatMap(({ text }) =>
    [...text.matchAll(/code: "([a-z-]+)",\s*exit: EXIT\.(\w+)/g)].map(
      ([, code = "", exit = ""]) => [code, exit] as const,
    ),
  );
}

/** Codes of findings that the sources report, those of the rules of `gtd check` aside. */
export function listFindingCodes(): ReadonlySet<string> {
  const found = SOURCES.filter(({ name }) => /^(?:compiler|checks|steering|scenario|shell)\//.test(name)).flatMap(
    ({ text }) =>
      [FINDING, FINDING_DATA].flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = ""]) => code)),
  );
  return new Set(found.filter((code) => code !== "hint" && code !== "invalid"));
}

/** Whether any source names a code. */
export function isNamed(code: string): boolean {
  return SOURCES.some(({ text }) => text.includes(`"${code}"`));
}

/** Golden files below the fixtures, by their names, with what they say. */
export function readGolden(folder: string): readonly { readonly name: string; readonly text: string }[] {
  return fs
    .readdirSync(path.join(FIXTURES, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".out"))
    .map((name) => ({
      name: name.slice(0, -".out".length),
      text: fs.readFileSync(path.join(FIXTURES, folder, name), "utf8"),
    }));
}

/** Codes of the findings that golden files hold whole. */
export function listPinnedFindings(): ReadonlySet<string> {
  const texts = ["compiler", "checks", "steering", "errors"].flatMap((folder) => readGolden(folder));
  return new Set(
    texts.flatMap(({ text }) =>
      [...text.matchAll(/ (?:error|warning|info) ([a-z-]+)(?::| \[)/g)].map(([, code = ""]) => code),
    ),
  );
}
