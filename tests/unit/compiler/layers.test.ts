import { describe, expect, it } from "vitest";
import { bindWorkflow } from "../../../src/compiler/bind.ts";
import type { Definition } from "../../../src/compiler/definition.ts";
import { DEFAULT_SETTINGS } from "../../../src/compiler/settings.ts";
import { load } from "./load-files.ts";

const BASE: Definition = {
  name: "default",
  vars: [
    ["testCommand", "npm test"],
    ["tries", "3"],
  ],
  modes: [["adr", { validate: "check", format: "tidy" }]],
  states: [
    ["idle", { actor: "human", initial: true, message: "Go.", on: [["* **", "working"]] }],
    [
      "working",
      {
        actor: "agent",
        prompt: "Work.",
        retry: { max: "<%= it.vars.tries %>", otherwise: "idle", since: ["idle"] },
        on: [["* **", { to: "done", action: "Keep" }]],
      },
    ],
    ["done", { commit: "./looks-like-a-reference", drop: [".gtd/**"], allowEmpty: true }],
  ],
};

function layers(...texts: readonly string[]) {
  const files = Object.fromEntries(texts.map((text, index) => [`/${index}/.gtdrc`, text]));
  return load(files, { layers: Object.keys(files), bundled: { default: BASE } });
}

describe("layers of configuration", () => {
  it("say nothing when there are none: the bundled workflow and the defaults", () => {
    const loaded = layers();
    expect(loaded.findings).toEqual([]);
    expect(loaded.definition).toEqual(BASE);
    expect(loaded.vars).toEqual(BASE.vars);
    expect(loaded.settings).toEqual(DEFAULT_SETTINGS);
    expect(loaded.needsTrust).toBe(false);
    expect(loaded.sources).toEqual([]);
    expect(loaded.locate(["states", "idle"])).toEqual({ path: "bundled:default" });
  });

  it("merge key by key, and the innermost wins", () => {
    const loaded = layers(
      "limits: { turns: 5, cost: 1 }\nmodels: { smart: a }\naudit: { humans: [x, y] }",
      "limits: { turns: 7 }\nmodels: { base: b }\naudit: { humans: [z] }",
    );
    expect(loaded.findings).toEqual([]);
    expect(loaded.settings.limits).toEqual({ ...DEFAULT_SETTINGS.limits, turns: 7, cost: 1 });
    expect(loaded.settings.models).toEqual({ smart: "a", base: "b" });
    expect(loaded.settings.audit.humans).toEqual(["z"]);
  });

  it("take back with null what an outer level says", () => {
    const loaded = layers(
      "limits: { cost: 1 }\nmodels: { smart: a }\nvars: { tries: 9 }\nagent: claude",
      "limits: { cost: null }\nmodels: { smart: null }\nvars: { tries: null }\nagent: null",
    );
    expect(loaded.findings).toEqual([]);
    expect(loaded.settings).toEqual(DEFAULT_SETTINGS);
    expect(loaded.vars).toEqual(BASE.vars);
  });

  it("read every setting", () => {
    const loaded = layers(
      `agent: { name: mine, command: [a, b], prompt: stdin, output: text }
permission: read
limits: { turns: 1, cost: 2.5, minutes: 3, wait: 90s, diff: 4, capture: 5, file: 6 }
timeouts: { idle: 200ms, hard: 1.5m, script: 2h }
hooks: { onRest: a, onHalt: b, onTurn: c, git: never }
shell: sh
`,
    );
    expect(loaded.findings).toEqual([]);
    expect(loaded.settings).toEqual({
      agent: { name: "mine", command: ["a", "b"], prompt: "stdin", output: "text" },
      permission: "read",
      models: {},
      limits: { turns: 1, cost: 2.5, minutes: 3, wait: 90_000, diff: 4, capture: 5, file: 6 },
      timeouts: { idle: 200, hard: 90_000, script: 7_200_000 },
      hooks: { onRest: "a", onHalt: "b", onTurn: "c", git: "never" },
      shell: "sh",
      audit: { humans: [] },
    });
  });

  it("lay variables over the workflow's, as they are written", () => {
    const loaded = layers("vars: { tries: 1.10, more: true, hex: 0x10 }");
    expect(loaded.vars).toEqual([
      ["testCommand", "npm test"],
      ["tries", "1.10"],
      ["more", "true"],
      ["hex", "0x10"],
    ]);
    expect(loaded.definition.vars).toEqual(BASE.vars);
  });

  it("lay modes over the workflow's, operation by operation", () => {
    const loaded = layers("modes: { adr: { validate: mine }, own: { signals: s } }");
    expect(loaded.definition.modes).toEqual([
      ["adr", { validate: "mine", format: "tidy" }],
      ["own", { signals: "s" }],
    ]);
  });

  it("replace a state's rows as a whole, between levels and over a base", () => {
    const outer = "workflow: { extends: default, states: { idle: { label: L, on: { C: done } } } }";
    const inner = 'workflow: { states: { idle: { on: { "A x": working, "* **": done } } } }';
    const idle = layers(outer, inner).definition.states[0]?.[1];
    expect(idle).toEqual({
      actor: "human",
      initial: true,
      message: "Go.",
      label: "L",
      on: [
        ["A x", "working"],
        ["* **", "done"],
      ],
    });
  });

  it("replace a workflow's name by a workflow and the other way round", () => {
    expect(layers("workflow: { extends: nope }", "workflow: default").findings).toEqual([]);
    const own = "workflow: { states: { a: { actor: x, initial: true, message: m } } }";
    expect(layers("workflow: default", own).definition.states.map(([name]) => name)).toEqual(["a"]);
  });

  it("remove states and properties of a base, and change a part of one", () => {
    const loaded = layers(
      "workflow: { extends: default, states: { working: { retry: { max: 7, since: null } }, idle: { on: { C: done, D a: working } }, done: { drop: null, allowEmpty: null } } }",
    );
    expect(loaded.findings).toEqual([]);
    const states = new Map(loaded.definition.states);
    expect(states.get("working")?.retry).toEqual({ max: 7, otherwise: "idle" });
    expect(states.get("done")).toEqual({ commit: "./looks-like-a-reference" });
    const removed = layers('workflow: { extends: default, states: { working: null, idle: { on: { "* **": done } } } }');
    expect(removed.findings).toEqual([]);
    expect(removed.definition.states.map(([name]) => name)).toEqual(["idle", "done"]);
  });

  it("keep where each value was written", () => {
    const { locate } = layers(
      "limits:\n  turns: 5\nvars: { tries: 1 }",
      'workflow:\n  extends: default\n  states:\n    idle:\n      on: { "* **": done, C: working }\n',
    );
    const at = (path: string, line: number, column: number, end: number) => ({
      path,
      range: { start: { line, column }, end: { line, column: end } },
    });
    expect(locate(["limits", "turns"])).toEqual(at("/0/.gtdrc", 2, 3, 8));
    expect(locate(["limits", "turns"], "value")).toEqual(at("/0/.gtdrc", 2, 10, 11));
    expect(locate(["vars", "tries"], "value")).toEqual(at("/0/.gtdrc", 3, 16, 17));
    expect(locate(["vars", "testCommand"])).toEqual({ path: "bundled:default" });
    expect(locate(["states", "idle", "on", "C"])).toEqual(at("/1/.gtdrc", 5, 27, 28));
    expect(locate(["states", "idle", "on", "D gone"])).toEqual(at("/1/.gtdrc", 5, 7, 9));
    expect(locate(["states", "done", "drop", "0"])).toEqual({ path: "bundled:default" });
    expect(locate(["nothing", "of", "it"]).path).toBe("/1/.gtdrc");
  });

  it("fall back on the defaults while a setting is wrong", () => {
    const loaded = layers("limits: { turns: many }\nshell: sh");
    expect(loaded.findings.map(({ code }) => code)).toEqual(["type"]);
    expect(loaded.settings).toEqual(DEFAULT_SETTINGS);
  });

  it("say their findings in one order, file by file and place by place", () => {
    const { findings } = layers("shel: sh\npermission: none", "limits: { turns: x }\nvars: { state: 1 }");
    expect(findings.map(({ path, range, code }) => `${path}:${range?.start.line} ${code}`)).toEqual([
      "/0/.gtdrc:1 unknown-key",
      "/0/.gtdrc:2 value",
      "/1/.gtdrc:1 type",
      "/1/.gtdrc:2 vars",
    ]);
  });
});

describe("what needs trust", () => {
  it.each([
    ["", false],
    ["$schema: x\nlimits: { turns: 1 }\nmodels: { a: b }\ntimeouts: { idle: 1s }", false],
    ["permission: read", false],
    ["permission: edit", false],
    ["workflow: default", false],
    ["vars: null", false],
    ["permission: auto", true],
    ["permission: full", true],
    ["permission: [read]", true],
    ["workflow: ./own.yaml", true],
    ["workflow: { extends: default }", true],
    ["vars: { tries: 2 }", true],
    ["modes: {}", true],
    ["agent: claude", true],
    ["hooks: { git: never }", true],
    ["shell: sh", true],
    ["audit: { humans: [] }", true],
    ["unknown: 1", true],
  ])("%j: %s", (text, expected) => {
    expect(layers(text).needsTrust).toBe(expected);
  });
});

describe("binding", () => {
  const hash = (text: string): string => text;

  it("takes the environment for declared names alone", () => {
    const { workflow } = bindWorkflow(
      layers("vars: { own: a }"),
      { GTD_TRIES: "8", GTD_OWN: "", GTD_UNKNOWN: "x", tries: "9" },
      hash,
    );
    expect(workflow?.vars).toEqual({ testCommand: "npm test", tries: "8", own: "" });
    expect(workflow?.states.get("working")?.retry?.max).toBe(8);
  });

  it("works on a definition alone", () => {
    const { workflow, findings } = bindWorkflow(BASE, {}, hash);
    expect(findings).toEqual([]);
    expect(workflow?.states.get("working")?.retry).toEqual({ max: 3, otherwise: "idle", since: ["idle"] });
    expect(workflow?.states.get("working")?.rows[0]?.action).toBe("Keep");
    expect(workflow?.states.get("done")).toMatchObject({
      allowEmpty: true,
      content: { kind: "commit", template: "./looks-like-a-reference" },
    });
    expect(workflow?.modes.get("adr")).toEqual({ validate: "check", format: "tidy" });
  });

  it("places its findings in the bundled workflow when there is no file", () => {
    const { workflow, findings } = bindWorkflow(BASE, { GTD_TRIES: "2.5" }, hash);
    expect(workflow).toBeUndefined();
    expect(findings).toEqual([
      {
        code: "retry-max",
        severity: "error",
        message: '"retry.max" of state "working" renders to "2.5", no whole number',
        path: "bundled:default",
        hint: 'GTD_TRIES is set to "2.5" in the environment',
        state: "working",
      },
    ]);
  });

  it("hashes the states apart from the variables and modes", () => {
    const bind = (text: string, env = {}) => bindWorkflow(layers(text), env, hash).workflow;
    const plain = bind("");
    expect(bind("vars: { tries: 4 }")?.hash).toBe(plain?.hash);
    expect(bind("vars: { tries: 4 }")?.configHash).not.toBe(plain?.configHash);
    expect(bind("", { GTD_TRIES: "4" })?.configHash).toBe(bind("vars: { tries: 4 }")?.configHash);
    expect(bind("modes: { adr: { format: x } }")?.configHash).not.toBe(plain?.configHash);
    const relabelled = bind("workflow: { extends: default, states: { idle: { label: x } } }");
    expect(relabelled?.hash).not.toBe(plain?.hash);
    expect(relabelled?.configHash).toBe(plain?.configHash);
  });

  it("drops rows and paths that render empty, and knows under which key each row was declared", () => {
    const loaded = layers(
      'vars: { gate: "" }\nworkflow: { extends: default, states: { idle: { timeout: "<%= it.vars.gate %>", on: { "<%= it.vars.gate %>": done, "A <%= it.vars.tries %>": working } }, done: { drop: ["<%= it.vars.gate %>", a] } } }',
    );
    const { workflow, declared, findings } = bindWorkflow(loaded, {}, hash);
    expect(findings).toEqual([]);
    const [row, ...more] = workflow?.states.get("idle")?.rows ?? [];
    expect(more).toEqual([]);
    expect(row?.pattern.source).toBe("A 3");
    expect(row && declared.get(row)).toBe("A <%= it.vars.tries %>");
    expect(workflow?.states.get("done")?.drop).toEqual([{ include: "a", exclude: [] }]);
    expect(workflow?.states.get("idle")?.timeout).toBeUndefined();
  });

  it("keeps windows, permissions and plain properties", () => {
    const loaded = layers(
      "workflow: { extends: default, states: { idle: { window: true, permission: read, file: f, mode: qa }, working: { window: { since: idle }, timeout: 1m, model: smart, retry: { since: idle } } } }",
    );
    const { workflow } = bindWorkflow(loaded, {}, hash);
    expect(workflow?.states.get("idle")).toMatchObject({ window: {}, permission: "read", file: "f", mode: "qa" });
    expect(workflow?.states.get("working")).toMatchObject({
      window: { since: "idle" },
      timeout: 60_000,
      model: "smart",
      retry: { since: ["idle"] },
    });
    expect(
      bindWorkflow(
        layers("workflow: { extends: default, states: { idle: { window: false } } }"),
        {},
        hash,
      ).workflow?.states.get("idle")?.window,
    ).toBeUndefined();
  });

  it("makes no workflow of one with findings, and repeats what the loading found once", () => {
    const loaded = layers('workflow: { extends: default, states: { idle: { timeout: soon, on: { "X y": done } } } }');
    const { workflow, findings } = bindWorkflow(loaded, {}, hash);
    expect(workflow).toBeUndefined();
    expect(findings).toEqual(loaded.findings);
  });

  it("leaves out states without content and is silent when none is initial", () => {
    const { workflow, findings } = bindWorkflow(
      { name: "x", vars: [], modes: [], states: [["a", { actor: "human" }]] },
      {},
      hash,
    );
    expect([workflow, findings]).toEqual([undefined, []]);
  });
});
