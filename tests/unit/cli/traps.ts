import fs from "node:fs";
import path from "node:path";

/** What a trap has caught shows as a file of its name in `marks`. */
export interface Traps {
  readonly marks: string;
  readonly files: Readonly<Record<string, string>>;
  /** Traps that a loop over this workflow runs into once it is trusted. */
  readonly names: readonly string[];
}

/** A configuration in which each place that may run or render something leaves a mark of its own. */
export function makeTraps(marks: string): Traps {
  const names: string[] = [];
  const note = (name: string): string => {
    names.push(name);
    return path.join(marks, name);
  };
  const touch = (name: string): string => `touch ${note(name)}`;
  const template = (name: string): string =>
    `<% process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(note(name))}, "") %>`;

  const workflow = {
    extends: "./base.yaml",
    modes: { trap: { format: touch("format"), validate: touch("validate"), signals: touch("signals") } },
    states: {
      idle: {
        actor: "human",
        initial: true,
        message: `Write plan.md.${template("message")}`,
        file: `${template("file")}plan.md`,
        mode: "trap",
        label: `${template("label")}idle`,
        on: { [`${template("row")}AM plan.md`]: "working", "* **": "working" },
      },
      working: {
        actor: "agent",
        prompt: `Work.${template("prompt")}`,
        model: `${template("model")}smart`,
        memory: `${template("memory")}one`,
        timeout: `${template("timeout")}1m`,
        permission: "full",
        retry: { max: `${template("max")}3`, otherwise: "idle" },
        on: { "* **": "checking" },
      },
      checking: {
        actor: "check",
        script: `${touch("script")}; <%~ it.vars.testCommand %>${template("in-script")}`,
        capture: `${template("capture")}out.txt`,
        on: { "@passed": "reading", "* **": "working", "@failed": "working" },
      },
      reading: { actor: "human", message: "Read.", on: { C: { to: "done", action: "Accept" }, "* **": "working" } },
      done: { commit: `feat: work${template("commit")}`, drop: [`${template("drop")}plan.md`] },
    },
  };
  const configuration = {
    shell: "./shell",
    agent: `${touch("agent")}; echo work >work.txt`,
    permission: "full",
    hooks: { onRest: touch("rest"), onHalt: touch("halt"), onTurn: touch("turn"), git: "turns" },
    vars: { testCommand: touch("variable") },
    workflow,
  };
  const base = {
    vars: { testCommand: "true" },
    states: {
      based: { actor: "human", entry: "fix", message: `Fix.${template("base")}`, on: { "* **": "working" } },
      reviewed: {
        actor: "human",
        entry: "review",
        message: `Review.${template("reviewed")}`,
        window: true,
        on: { "* **": "working" },
      },
    },
  };
  const scenario = { scenario: "runs", run: true, at: "checking", vars: { testCommand: `touch ${marks}/scenario` } };
  // For the bundled workflow: any other is refused before its scenarios are read.
  const scenarios = [{ ...scenario, steps: [{ check: { exit: 0 }, lands: "vetting" }] }];
  // Never read at all, whatever a tool of another name would do with them.
  const code = `require("node:fs").writeFileSync(${JSON.stringify(path.join(marks, "code"))}, "");\n`;
  const scripts = [".gtdrc.js", ".gtdrc.cjs", "gtd.config.js", "gtd.config.cjs", "gtd.config.ts", ".prettierrc.cjs"];
  return {
    marks,
    names: names.filter((name) => name !== "base" && name !== "reviewed"),
    files: {
      ".gtdrc.yaml": JSON.stringify(configuration),
      "base.yaml": JSON.stringify(base),
      "flow.yaml": JSON.stringify({ workflow }),
      ".gtdrc.scenarios.yaml": JSON.stringify(scenarios),
      shell: `#!/bin/sh\n${touch("shell")}\nexec sh "$@"\n`,
      "commitlint.config.cjs": code,
      ...Object.fromEntries(scripts.map((name) => [name, code])),
    },
  };
}

export function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    fs.writeFileSync(path.join(directory, name), text, { mode: name === "shell" ? 0o755 : 0o644 });
  }
}
