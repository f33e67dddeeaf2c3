import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { bindWorkflow } from "../../../src/compiler/bind.ts";
import { load } from "./load-files.ts";

const HOSTILE: Readonly<Record<string, string>> = {
  "a NUL byte": "shell: a\0b",
  "only a BOM": "\uFEFF",
  "two BOMs": "\uFEFF\uFEFFshell: sh",
  "lone carriage returns": "shell: sh\rvars: { a: 1 }",
  "lone surrogates": "vars: { a: \uD800 }",
  "a directive without a document": "%YAML 1.2",
  "an unknown directive": "%TAG ! tag:x:\n---\nshell: sh",
  "a reserved directive": "%FOO bar\n---\nshell: sh",
  "an end marker alone": "...",
  "a start marker alone": "---",
  "many documents": "--- {}\n--- {}\n--- {}",
  "a complex key that is an alias to a mapping": "vars: &v { a: 1 }\n? *v\n: x",
  "a merge of itself": "vars: &v { <<: *v, a: 1 }",
  "a merge of a list of itself": "vars: &v { <<: [*v], a: 1 }",
  "an anchor twice": "vars: &a { x: 1 }\nmodels: &a { y: z }\nlimits: *a",
  "an anchor on a key": "&k shell: sh",
  "an anchor without a node": "shell: &a",
  "a number beyond all numbers": "limits: { turns: 1e999, diff: -.inf, cost: .nan }",
  "a big integer": "vars: { a: 123456789012345678901234567890 }",
  "octal, hex and binary": "vars: { a: 0o17, b: 0xff, c: 0b1 }",
  "a date": "vars: { a: 2026-01-01 }",
  "keys of the prototype": "__proto__: { shell: sh }\nconstructor: 1\nvars: { __proto__: 1, hasOwnProperty: 2 }",
  "modes of the prototype": "modes: { __proto__: { format: x }, constructor: {} }",
  "states of the prototype": "workflow: { states: { __proto__: { actor: h, initial: true, message: m } } }",
  "properties of the prototype": "workflow: { states: { a: { constructor: 1, __proto__: 2, toString: x } } }",
  "rows of the prototype":
    "workflow: { states: { a: { actor: h, initial: true, message: m, on: { __proto__: a, constructor: { to: a } } } } }",
  "a mapping where a name stands":
    "workflow: { states: { a: { mode: {}, file: [], retry: { max: {}, otherwise: [], since: {} }, window: { since: [] } } } }",
  "lists of mappings": "workflow: { states: { a: { drop: [{}], retry: { since: [{}, []] }, on: { C: [a] } } } }",
  "a block scalar without end": "shell: |",
  "a block scalar with an indentation of its own":
    "workflow: { states: { a: { message: x } } }\nshell: |4\n      <%= x",
  "template openings everywhere":
    "vars: { a: '<%' }\nworkflow: { states: { '<%': { actor: '<%', initial: true, message: '<%', on: { '<%': '<%' }, file: '<%', mode: '<%', timeout: '<%', retry: { max: '<%', otherwise: '<%' } } } }",
  "an endless key": `${"k".repeat(2000)}: 1`,
  "a million blanks": `shell:${" ".repeat(1_000_000)}sh`,
  "ten thousand opened mappings": "{a: ".repeat(10_000),
  "ten thousand nested blocks": Array.from({ length: 3000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
  "a lone question mark": "?",
  "a lone colon": ":",
  "a lone dash": "-",
  "a quote": '"',
  "a comment without end": "#",
  "extends that is a mapping": "workflow: { extends: { a: 1 } }",
  "extends of itself by a file": "workflow: ./1",
  "an absolute path": "workflow: /etc/passwd.yaml",
  "a path without a dot": "workflow: a/b.yaml",
  "an empty name": 'workflow: ""',
  "an empty extends": 'workflow: { extends: "" }',
};

const fixtures = path.resolve(import.meta.dirname, "../../fixtures/compiler");

/** Loads and, as a command would, binds; whatever comes is data. */
function loadAny(text: string): void {
  const loaded = load({ "/1": text });
  const { findings, workflow } = bindWorkflow(loaded, {}, () => "");
  expect(workflow === undefined ? findings.length : 1).toBeGreaterThan(0);
  for (const finding of findings) {
    expect(finding).toMatchObject({
      code: expect.stringMatching(/^[a-z][a-z-]*$/),
      severity: "error",
      path: expect.any(String),
    });
    expect(finding.message).not.toMatch(/undefined|\[object|^[A-Z]/);
    const { start, end } = finding.range ?? { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
    expect(start.line >= 1 && start.column >= 1 && (end.line > start.line || end.column >= start.column)).toBe(true);
  }
  JSON.stringify(loaded.definition);
}

describe("odd input", () => {
  it.each(Object.entries(HOSTILE))("%s ends in a workflow or in findings", (_, text) => {
    loadAny(text);
  });

  it("cut anywhere ends in a workflow or in findings", () => {
    for (const name of ["templates.yaml", "valid-anchors.yaml", "wrong-types.yaml", "valid-json.yaml"]) {
      const text = fs.readFileSync(path.join(fixtures, name), "utf8");
      for (let end = 0; end < text.length; end += 7) loadAny(text.slice(0, end));
    }
  });
});
