import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTS } from "../../../src/demo/acts.ts";
import { addComment, COMMENT, SKETCH, STARTING_FILES, tickAll, tickAnswer } from "../../../src/demo/script.ts";
import { states } from "../workflows/bundled.ts";
import { Repo } from "../workflows/repo.ts";
import { bindDefault } from "../workflows/walk.ts";
import { Stage } from "./stage.ts";

const TODO = ".gtd/TODO.md";
const REVIEW = ".gtd/REVIEW.md";
const blind = { prompt: "", git: () => Promise.resolve(""), read: () => undefined };

describe("the demo, from the sketch to the commit", { timeout: 60_000 }, () => {
  let repo: Repo;
  let stage: Stage;
  beforeAll(() => {
    repo = new Repo();
    for (const [path, text] of Object.entries(STARTING_FILES)) repo.write(path, text);
    repo.commit("chore: start a calculator");
    // What `npm test` runs, without npm's own start.
    stage = new Stage(repo, bindDefault({ GTD_TESTCOMMAND: `'${process.execPath}' test.js` }).workflow);
  });
  afterAll(() => repo.dispose());

  const edit = (path: string, change: (text: string) => string) => {
    const text = repo.read(path) ?? "";
    expect(change(text)).not.toBe(text);
    repo.write(path, change(text));
  };
  const playOn = async () => {
    const from = stage.taken.length;
    await stage.play();
    return stage.taken.slice(from).map(({ to }) => to);
  };

  it("the sketch becomes a plan with one open question", async () => {
    repo.write(TODO, SKETCH);
    expect(await playOn()).toEqual(["capturing", "baseline", "grilling", "answering"]);
  });

  it("the answer is followed; a bug is found by the tests, a gap by the judge", async () => {
    edit(TODO, tickAnswer);
    const planned = ["grilling", "decomposing", "picking"];
    const repaired = ["building", "checking", "fixing", "checking", "vetting", "picking"];
    const rejected = ["building", "checking", "vetting", "addressing", "checking", "vetting", "picking"];
    expect(await playOn()).toEqual([planned, repaired, rejected, "reviewing", "await-review"].flat());
    expect(repo.read(TODO)).toContain("It gives a `RangeError`.");
    expect(repo.read("calc.js")).toContain("throw new RangeError");
    expect(stage.taken.filter(({ changes }) => changes.includes("A .gtd/FEEDBACK.md")).map(({ from }) => from)).toEqual(
      ["checking"],
    );
  });

  it("a comment becomes a package, and only what is new is reviewed again", async () => {
    edit(REVIEW, addComment);
    expect(await playOn()).toEqual([
      "revising",
      "picking",
      "building",
      "checking",
      "vetting",
      "picking",
      "reviewing",
      "await-review",
    ]);
    expect(stage.taken.find(({ from }) => from === "revising")?.changes).toEqual(["A .gtd/packages/03-review.md"]);
    expect(repo.git("show", `HEAD:${REVIEW}`)).not.toContain("calc.js");
    expect(repo.git("log", "-p", "--format=", "--", ".gtd/packages")).toContain(`> ${COMMENT.slice(0, 40)}`);
  });

  it("ticking every box signs it off", async () => {
    edit(REVIEW, tickAll);
    expect(await playOn()).toEqual(["squashing", "done"]);
    expect(stage.taken.at(-1)?.changes).toEqual(["A .gtd/COMMIT_MSG.md"]);
  });

  it("every draft was valid at once", () => {
    expect(stage.taken.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });
});

describe("the scripted agent", () => {
  it("has a part at every state that awaits an agent", () => {
    const agents = Object.entries(states).flatMap(([name, { actor }]) => (actor === "agent" ? [name] : []));
    expect(Object.keys(ACTS).toSorted()).toEqual(agents.toSorted());
  });

  it("says that it is blocked by what it does not know", async () => {
    for (const state of ["building", "fixing", "addressing"]) {
      const work = await ACTS[state]?.(blind);
      expect(Object.keys(work?.write ?? {})).toEqual([".gtd/BLOCKED.md"]);
    }
    expect(await ACTS["revising"]?.(blind)).toMatchObject({ remove: [REVIEW] });
  });

  it("follows the recommendation when the question was left alone", async () => {
    const plan = "## Open Questions\n\n### What?\n\n- [ ] `Infinity` (recommended)\n- [ ] a `RangeError`\n";
    const work = await ACTS["decomposing"]?.({ ...blind, read: () => plan });
    expect(work?.write?.[".gtd/packages/01-divide.md"]).toContain("gives `Infinity`");
  });

  it("takes the state from the environment and the prompt from its input", async () => {
    const repo = new Repo();
    try {
      repo.write("a file.txt", "1\n");
      repo.commit("one");
      const base = repo.git("rev-parse", "HEAD").trim();
      repo.write("a file.txt", "2\n");
      repo.commit("two");
      const file = join(repo.root, "..", "agent.cjs");
      await build({
        entryPoints: [join(import.meta.dirname, "../../../src/demo/agent.ts")],
        bundle: true,
        platform: "node",
        format: "cjs",
        outfile: file,
      });
      const run = (state: string) =>
        spawnSync(process.execPath, [file], {
          cwd: repo.root,
          input: `<!-- base: ${base} -->`,
          encoding: "utf8",
          env: { PATH: process.env["PATH"], GTD_STATE: state },
        });
      expect(run("reviewing")).toMatchObject({ status: 0, stderr: "", stdout: "leading through 1 changed files\n" });
      expect(repo.read(REVIEW)).toContain(`<!-- base: ${base} -->`);
      expect(repo.read(REVIEW)).toContain("- [ ] `./a file.txt`");
      expect(run("nowhere")).toMatchObject({
        status: 1,
        stdout: "",
        stderr: 'the scripted agent has no part at "nowhere"\n',
      });
    } finally {
      repo.dispose();
    }
  });
});
