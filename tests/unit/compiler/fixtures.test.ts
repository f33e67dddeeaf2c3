import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { bindWorkflow } from "../../../src/compiler/bind.ts";
import type { Definition, Source } from "../../../src/compiler/definition.ts";
import { loadDefinition, type Loaded } from "../../../src/compiler/load.ts";
import type { Finding } from "../../../src/finding.ts";

const directory = path.resolve(import.meta.dirname, "../../fixtures/compiler");
const fixtures = fs.readdirSync(directory).filter((name) => name.endsWith(".yaml"));

function read(name: string): Source {
  return { path: `/${name}`, text: fs.readFileSync(path.join(directory, name), "utf8") };
}

function loadFixture(layer: Source, bundled: Readonly<Record<string, Definition>>): Loaded {
  return loadDefinition({
    layers: [layer],
    readReference: (from, reference) => {
      const name = path.posix.resolve(path.posix.dirname(from), reference).slice(1);
      return fs.existsSync(path.join(directory, name)) ? read(name) : { fault: `"${reference}" does not exist` };
    },
    bundled: { names: Object.keys(bundled), read: (name) => bundled[name] },
  });
}

const base: Definition = {
  ...loadFixture({ path: "/base.json", text: '{"workflow":"./aux/base.yaml"}' }, {}).definition,
  name: "base",
};

/** Findings as golden files show them: place, code, message, hint, and the line with what is meant underlined. */
function renderFindings(findings: readonly Finding[], sources: readonly Source[]): string {
  return findings
    .map(({ path: file, range, code, message, hint, severity, state }) => {
      const at = range === undefined ? "" : `:${range.start.line}:${range.start.column}`;
      const head = `${file.replace(/^\//, "")}${at} ${severity} ${code}${state === undefined ? "" : ` [${state}]`}: ${message}`;
      const lines = [head];
      const text = sources.find((source) => source.path === file)?.text.replace(/^\uFEFF/, "");
      const line = range === undefined ? undefined : text?.split(/\r?\n/)[range.start.line - 1];
      if (range !== undefined && line !== undefined && line.length < 200) {
        const width =
          range.end.line === range.start.line
            ? Math.max(1, range.end.column - range.start.column)
            : Math.max(1, line.length + 1 - range.start.column);
        lines.push(`  ${line}`, `  ${" ".repeat(range.start.column - 1)}${"^".repeat(width)}`);
      }
      if (hint !== undefined) lines.push(`  hint: ${hint}`);
      return `${lines.join("\n")}\n`;
    })
    .join("\n");
}

function environmentOf(text: string): Record<string, string> {
  const pairs = /^# env: (.*)$/m.exec(text)?.[1]?.split(" ") ?? [];
  return Object.fromEntries(pairs.map((pair) => [pair.split("=")[0] ?? "", pair.split("=")[1] ?? ""]));
}

describe("the findings of a configuration", () => {
  it.each(fixtures)("%s", async (name) => {
    const layer = read(name);
    const loaded = loadFixture(layer, { base, default: { ...base, name: "default" } });
    const hash = (text: string): string => String(text.length);
    const findings =
      loaded.findings.length > 0 ? loaded.findings : bindWorkflow(loaded, environmentOf(layer.text), hash).findings;
    if (name.startsWith("valid-")) expect(findings).toEqual([]);
    else expect(findings).not.toEqual([]);
    await expect(renderFindings(findings, loaded.sources)).toMatchFileSnapshot(
      path.join(directory, name.replace(/\.yaml$/, ".out")),
    );
  });

  it("are named in a golden file each", () => {
    const golden = fs.readdirSync(directory).filter((name) => name.endsWith(".out"));
    expect(golden.map((name) => name.replace(/\.out$/, ".yaml"))).toEqual(fixtures);
  });
});
