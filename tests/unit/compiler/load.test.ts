import { describe, expect, it } from "vitest";
import { bindWorkflow } from "../../../src/compiler/bind.ts";
import { DEFAULT_SETTINGS } from "../../../src/compiler/settings.ts";
import { load } from "./load-files.ts";

const SIMPLE = `workflow:
  vars: { testCommand: npm test, tries: 3 }
  states:
    idle:
      actor: human
      initial: true
      message: Write it down.
      on:
        "* **": working
    working:
      actor: agent
      prompt: ./prompt.md
      retry: { max: "<%= it.vars.tries %>", otherwise: idle }
      timeout: 90s
      on:
        "AM out/**": { to: done, action: Keep it }
        "D **": { refuse: Nothing is deleted here. }
    done:
      commit: "feat: keep it"
      drop: [".gtd/**"]
`;

describe("loadDefinition and bindWorkflow", () => {
  it("make a workflow of a configuration", () => {
    const loaded = load({ "/r/.gtdrc": SIMPLE, "/r/prompt.md": "Do <%= it.vars.testCommand %>.\n" });
    expect(loaded.findings).toEqual([]);
    expect(loaded.settings).toEqual(DEFAULT_SETTINGS);
    expect(loaded.needsTrust).toBe(true);
    expect(loaded.sources.map(({ path }) => path)).toEqual(["/r/.gtdrc", "/r/prompt.md"]);
    const { workflow, findings } = bindWorkflow(
      loaded,
      { GTD_TRIES: "5", GTD_OTHER: "x" },
      (text) => `#${text.length}`,
    );
    expect(findings).toEqual([]);
    expect(workflow?.initial).toBe("idle");
    expect(workflow?.vars).toEqual({ testCommand: "npm test", tries: "5" });
    expect([...(workflow?.states.keys() ?? [])]).toEqual(["idle", "working", "done"]);
    const working = workflow?.states.get("working");
    expect(working?.content).toEqual({ kind: "prompt", template: "Do <%= it.vars.testCommand %>.\n" });
    expect(working?.retry).toEqual({ max: 5, otherwise: "idle", since: [] });
    expect(working?.timeout).toBe(90_000);
    expect(working?.rows.map(({ target, action }) => [target, action])).toEqual([
      [{ to: "done" }, "Keep it"],
      [{ refuse: "Nothing is deleted here." }, undefined],
    ]);
    expect(workflow?.states.get("done")?.drop).toEqual([{ include: ".gtd/**", exclude: [] }]);
  });
});
