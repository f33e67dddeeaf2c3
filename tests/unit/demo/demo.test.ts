import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTS } from "../../../src/demo/acts.ts";
import { addComment, COMMENT, SKETCH, STARTING_FILES, tickAll, tickAnswer } from "../../../src/demo/script.ts";
import { formatMarkdown } from "../../../src/steering/format.ts";
import { STEERING_MODES } from "../../../src/steering/index.ts";
import type { ReviewFacts } from "../../../src/steering/types.ts";
import { renderContent, states } from "../workflows/bundled.ts";
import { Repo } from "../workflows/repo.ts";

const TODO = ".gtd/TODO.md";
const VERDICT = ".gtd/VERDICT.md";
const REVIEW = ".gtd/REVIEW.md";

let repo: Repo;
beforeAll(() => {
  repo = new Repo();
});
afterAll(() => repo.dispose());

const read = (path: string) => repo.read(path);

/** Has the agent do its part at a state, and commits the turn. */
async function act(state: string, to: string, prompt = ""): Promise<readonly string[]> {
  const work = await ACTS[state]?.({ read, prompt, git: (...args) => Promise.resolve(repo.git(...args)) });
  for (const [path, text] of Object.entries(work?.write ?? {})) repo.write(path, text);
  for (const path of work?.remove ?? []) repo.remove(path);
  const touched = repo.pending().map((line) => line.slice(3));
  repo.commit(`gtd(agent): ${state} → ${to}`);
  return touched;
}

function test(): { readonly code: number | null; readonly output: string } {
  const result = spawnSync(process.execPath, ["--test"], {
    cwd: repo.root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
  });
  return { code: result.status, output: result.stdout + result.stderr };
}

function pick(from: string): void {
  expect(repo.run(renderContent("picking", "script"))).toEqual({ code: 0, output: "" });
  repo.commit(`gtd(check): picking → ${from}`);
}

function findings(mode: string, path: string, review?: ReviewFacts): readonly unknown[] {
  const input = { path, text: read(path) ?? "", draft: true, ...(review === undefined ? {} : { review }) };
  return STEERING_MODES.get(mode)?.validate?.(input) ?? ["no such mode"];
}

function signals(mode: string, path: string, before: string | undefined): readonly string[] {
  const input = { path, before, after: read(path), changes: [{ status: "M" as const, path }] };
  return STEERING_MODES.get(mode)?.signals?.(input) ?? [];
}

describe("the scripted agent", () => {
  it("has a part at every state that awaits an agent", () => {
    const agents = Object.entries(states).flatMap(([name, { actor }]) => (actor === "agent" ? [name] : []));
    expect(Object.keys(ACTS).toSorted()).toEqual(agents.toSorted());
  });

  it("plans with one open question, and settles it as it was answered", async () => {
    for (const [path, text] of Object.entries(STARTING_FILES)) repo.write(path, text);
    repo.commit("calculator");
    expect(test().code).toBe(0);
    repo.write(TODO, SKETCH);
    repo.commit("gtd(human): idle → capturing");

    expect(await act("grilling", "answering")).toEqual([TODO]);
    expect(findings("qa", TODO)).toEqual([]);
    expect(signals("qa", TODO, undefined)).toContain("open");

    const asked = await formatMarkdown(read(TODO) ?? "");
    repo.write(TODO, tickAnswer(asked));
    expect(signals("qa", TODO, asked)).toContain("answered");
    repo.commit("gtd(human): answering → grilling");

    await act("grilling", "decomposing");
    expect(findings("qa", TODO)).toEqual([]);
    expect(signals("qa", TODO, asked)).toEqual(["settled"]);
    expect(read(TODO)).toContain("It gives a `RangeError`.");
  });

  it("cuts two packages, builds a real bug into the first and repairs it from the test run", async () => {
    expect(await act("decomposing", "picking")).toEqual([
      ".gtd/packages/01-divide.md",
      ".gtd/packages/02-command-line.md",
    ]);
    pick("building");
    await act("building", "checking");
    const red = test();
    expect(red.code).not.toBe(0);
    repo.write(".gtd/FEEDBACK.md", red.output);
    repo.commit("gtd(check): checking → fixing");
    expect(await act("fixing", "checking")).toEqual(["calc.js"]);
    expect(test().code).toBe(0);
    expect(read("calc.js")).toContain("RangeError");
    expect(await act("vetting", "picking")).toEqual([VERDICT]);
    expect(signals("verdict", VERDICT, undefined)).toEqual(["approve"]);
    pick("building");
  });

  it("is rejected once at the second package, and works the fault off", async () => {
    await act("building", "checking");
    expect(test().code).toBe(0);
    await act("vetting", "addressing");
    expect(findings("verdict", VERDICT)).toEqual([]);
    expect(signals("verdict", VERDICT, undefined)).toEqual(["reject"]);
    await act("addressing", "checking");
    expect(test().code).toBe(0);
    await act("vetting", "picking");
    expect(signals("verdict", VERDICT, undefined)).toEqual(["approve"]);
    pick("reviewing");
    expect(read(".gtd/NEXT.md")).toBeUndefined();
  });

  it("leads through every changed file in a valid review, also after a comment", async () => {
    const base = repo.git("log", "--format=%H", "--grep=^calculator$", "-1").trim();
    const changed = ["calc.js", "calc.test.js", "cli.js", "cli.test.js"];
    await act("reviewing", "await-review", renderContent("reviewing", "prompt", { reviewBase: base }));
    expect(findings("review", REVIEW, { changedPaths: changed, baseIsAncestor: true })).toEqual([]);

    const drafted = await formatMarkdown(read(REVIEW) ?? "");
    repo.write(REVIEW, drafted);
    repo.commit("formatted");
    repo.write(REVIEW, addComment(drafted));
    expect(signals("review", REVIEW, drafted)).toEqual(["commented"]);
    repo.commit("gtd(human): await-review → revising");
    expect(await act("revising", "picking")).toEqual([".gtd/packages/03-review.md"]);
    expect(read(".gtd/packages/03-review.md")).toContain(`> ${COMMENT}`);
    pick("building");
    expect(await act("building", "checking")).toEqual(["README.md"]);
    await act("vetting", "picking");
    pick("reviewing");

    const revising = repo.git("log", "--format=%H", "--grep=→ revising", "-1").trim();
    const since = repo.git("rev-parse", `${revising}^`).trim();
    await act("reviewing", "await-review", renderContent("reviewing", "prompt", { reviewBase: since }));
    expect(findings("review", REVIEW, { changedPaths: ["README.md"], baseIsAncestor: true })).toEqual([]);
    const again = read(REVIEW) ?? "";
    repo.write(REVIEW, tickAll(again));
    expect(signals("review", REVIEW, again)).toEqual(["approved"]);
    repo.commit("gtd(human): await-review → squashing");
    expect(await act("squashing", "done")).toEqual([".gtd/COMMIT_MSG.md"]);
  });

  it("says that it is blocked by what it does not know", async () => {
    const view = { prompt: "", git: () => Promise.resolve(""), read: () => undefined };
    for (const state of ["building", "fixing", "addressing"]) {
      const work = await ACTS[state]?.(view);
      expect(Object.keys(work?.write ?? {})).toEqual([".gtd/BLOCKED.md"]);
    }
    expect(await ACTS["revising"]?.(view)).toMatchObject({ remove: [REVIEW] });
  });

  it("follows the recommendation when the question was left alone", async () => {
    const plan = readPlan("- [ ] `Infinity`, as in JavaScript (recommended)");
    const work = await ACTS["decomposing"]?.({ prompt: "", git: () => Promise.resolve(""), read: () => plan });
    expect(work?.write?.[".gtd/packages/01-divide.md"]).toContain("gives `Infinity`");
  });
});

function readPlan(option: string): string {
  return `# Plan\n\n## Open Questions\n\n### What?\n\n${option}\n- [ ] a \`RangeError\`\n`;
}

describe("the agent's program", () => {
  it("takes the state from the environment and the prompt from its input", async () => {
    const file = join(repo.root, "..", "agent.cjs");
    await build({
      entryPoints: [join(import.meta.dirname, "../../../src/demo/agent.ts")],
      bundle: true,
      platform: "node",
      format: "cjs",
      outfile: file,
    });
    const base = repo.git("rev-parse", "HEAD~2").trim();
    const run = (state: string) =>
      spawnSync(process.execPath, [file], {
        cwd: repo.root,
        input: `<!-- base: ${base} -->`,
        encoding: "utf8",
        env: { PATH: process.env["PATH"], GTD_STATE: state },
      });
    expect(run("reviewing")).toMatchObject({ status: 0, stderr: "", stdout: "leading through 0 changed files\n" });
    expect(readFileSync(join(repo.root, REVIEW), "utf8")).toContain(`<!-- base: ${base} -->`);
    expect(run("nowhere")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: 'the scripted agent has no part at "nowhere"\n',
    });
    expect(existsSync(join(repo.root, "nowhere"))).toBe(false);
  });
});
