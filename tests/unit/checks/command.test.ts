import { describe, expect, it } from "vitest";
import { runCheck } from "./run-check.ts";

const BYPASS = `workflow:
  states:
    idle: { actor: human, initial: true, message: Write., on: { "* **": building } }
    building: { actor: agent, prompt: Build., on: { "AM src/**": checking, "* **": { refuse: "Only src." } } }
    checking:
      actor: check
      script: npm test
      on: { "@passed": done, "@failed": idle, "@missing": idle, "@timeout": idle }
    done:
      commit: Done.
`;

function withComment(comment: string): string {
  return BYPASS.replace("    done:\n", `${comment}    done:\n`);
}

describe("gtd check", () => {
  it("ends with 0 on warnings, and with 1 under --strict", async () => {
    expect((await runCheck("w.yaml", BYPASS)).code).toBe(0);
    expect((await runCheck("w.yaml", BYPASS, { strict: true })).code).toBe(1);
  });

  it("ends with 1 on errors", async () => {
    expect((await runCheck("w.yaml", BYPASS.replace('"@timeout": idle', '"N a & E a": idle'))).code).toBe(1);
  });

  it("prints every finding as data, notes and examples included", async () => {
    const { output } = await runCheck("w.yaml", BYPASS.replace(', "@timeout": idle', ""), {}, true);
    const { findings } = JSON.parse(output);
    expect(findings).toContainEqual({
      rule: "unhandled-signal",
      severity: "error",
      message: 'state "checking" has no row for @timeout',
      file: "w.yaml",
      line: 5,
      column: 5,
      state: "checking",
      witness: { changes: [], tree: [], signals: { events: ["timeout"], conditions: [] } },
    });
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: "human-bypass", witness: { path: ["idle", "building", "checking", "done"] } }),
    );
    expect(findings).toContainEqual(expect.objectContaining({ rule: "overlap", severity: "info" }));
  });

  it("prints annotations for GitHub, with what they must not hold escaped", async () => {
    const { output } = await runCheck("a,b%.yaml", BYPASS, { format: "github" });
    expect(output).toBe(
      "::warning file=a%2Cb%25.yaml,line=9,col=5,title=gtd check%3A human-bypass::" +
        'commit state "done" can be reached without a human: idle → building → checking → done%0A' +
        "put a state with a message on the way\n",
    );
  });

  it("leaves out what a comment above silences with a reason", async () => {
    const { code, output } = await runCheck(
      "w.yaml",
      withComment("    # gtd-ignore: human-bypass the tests are the judge\n"),
      { strict: true },
    );
    expect([code, output.split("\n")[0]]).toEqual([0, "no problem found"]);
  });

  it("takes several comments one below the other", async () => {
    const comments =
      "    # gtd-ignore: human-bypass the tests are the judge\n    # gtd-ignore: unused nothing here is\n";
    expect((await runCheck("w.yaml", withComment(comments), { strict: true })).code).toBe(0);
  });

  it.each([
    ["for another rule", "    # gtd-ignore: dead-row the tests are the judge\n"],
    ["a line further up", "    # gtd-ignore: human-bypass the tests are the judge\n\n"],
    ["without a reason", "    # gtd-ignore: human-bypass\n"],
  ])("is not silenced by a comment %s", async (_, comment) => {
    const { code, output } = await runCheck("w.yaml", withComment(comment), { strict: true });
    expect(code).toBe(1);
    expect(output).toContain("human-bypass: commit state");
  });

  it("lists what no command would take, and cannot be silenced there", async () => {
    const text = BYPASS.replace('"* **": building', '# gtd-ignore: target it comes later\n        "* **": bilding')
      .replace(
        "idle: { actor: human, initial: true, message: Write., on: {",
        "idle:\n      actor: human\n      initial: true\n      message: Write.\n      on:\n        ",
      )
      .replace("bilding } }", "bilding");
    const { code, output } = await runCheck("w.yaml", text);
    expect(code).toBe(1);
    expect(output).toContain('did you mean "building"?');
  });

  it("takes a workflow's own file as well as a configuration", async () => {
    const text = BYPASS.replace("workflow:\n", "").replaceAll(/^ {2}/gm, "");
    const { code, output } = await runCheck("own.yaml", text, { strict: true });
    expect(code).toBe(1);
    expect(output).toContain("own.yaml:8:3: warning human-bypass");
  });

  it("takes a bundled workflow by its name", async () => {
    const { code, output } = await runCheck("w.yaml", BYPASS, { workflow: "default", strict: true });
    expect([code, output.split("\n")[0]]).toEqual([0, "no problem found"]);
  });

  it("places what is wrong with a bundled base where a file names it", async () => {
    const { code, output } = await runCheck(
      "w.yaml",
      "workflow:\n  extends: default\n  states:\n    await-review: { actor: agent, message: null, prompt: Look. }\n",
      { strict: true },
    );
    expect(code).toBe(1);
    expect(output).toContain('human-bypass: commit state "done" can be reached without a human');
  });

  it("does not ask of a workflow what the configuration sets for another one", async () => {
    const { output } = await runCheck(
      "w.yaml",
      BYPASS,
      {},
      false,
      {},
      { ".gtdrc.yaml": "vars: { testCommand: make }\n" },
    );
    expect(output).not.toContain("unused");
    const own = await runCheck(".gtdrc.yaml", `${BYPASS}vars: { testCommand: make }\n`, { workflow: undefined });
    expect(own.output).toContain('.gtdrc.yaml:11:9: error unused: no template reads the variable "testCommand"');
  });

  it("says that it cannot read what is not there", async () => {
    await expect(runCheck("w.yaml", BYPASS, { workflow: "none.yaml" })).rejects.toMatchObject({
      code: "unreadable-file",
      exit: 2,
    });
  });

  it("renders nothing of a workflow that nobody trusts", async () => {
    await expect(runCheck("w.yaml", BYPASS, {}, false, { GTD_TRUST: "" })).rejects.toMatchObject({
      code: "untrusted",
      exit: 7,
    });
  });
});
