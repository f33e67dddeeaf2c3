import { existsSync, readFileSync, renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { captureTree } from "../../../src/git/capture.ts";
import { abandon, adopt, restore, returnTo, undo } from "../../../src/git/history.ts";
import { withLock } from "../../../src/git/lock.ts";
import { CAPTURE, Fixture, lines, refusal, squashAll, turn } from "./fixture.ts";

const KEPT = "refs/worktree/gtd/history";

/** A start commit and two turns on it; answers their hashes, oldest first. */
async function process(f: Fixture): Promise<[string, string, string]> {
  const start = f.git("rev-parse", "HEAD");
  const first = await turn(f.write({ "src/a": "2", ".gtd/TODO.md": "plan" }), "gtd(human): a → b");
  const second = await turn(f.write({ "src/new": "3", ".gtd/FEEDBACK.md": "good" }), "gtd(agent): b → c");
  return [start, first, second];
}

const started = (): Fixture => new Fixture({ files: { "src/a": "1" } });

describe("a squash", () => {
  it("is one commit on the start parent with the tip's tree less the dropped paths", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    const result = await squashAll(f, start);
    expect(result).toMatchObject({ history: tip, left: [], message: "feat: all of it\n" });
    expect(f.git("rev-parse", "HEAD", "HEAD^")).toBe(`${result.commit}\n${start}`);
    expect(f.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("src/a\nsrc/new");
    expect(f.git("status", "--porcelain")).toBe("");
    expect(existsSync(f.path(".gtd"))).toBe(false);
    expect(f.git("rev-parse", KEPT, `refs/gtd/history/${tip}`)).toBe(`${tip}\n${tip}`);
    expect(f.git("reflog", KEPT)).toContain("gtd: squash");
  });

  it("consumes what fired it, leaves every other pending change and says so", async () => {
    const f = started();
    const [start] = await process(f);
    f.write({
      ".gtd/APPROVED": "yes",
      ".gtd/NOTES.md": "mine",
      ".gtd/TODO.md": "plan, changed",
      "src/a": "4",
      "src/extra": "5",
    }).remove("src/new");
    const { left } = await squashAll(f, start, { consumed: [".gtd/APPROVED"] });
    expect(left).toEqual([".gtd/NOTES.md", ".gtd/TODO.md", "src/a", "src/extra", "src/new"]);
    expect(f.git("show", "HEAD:src/a")).toBe("2");
    expect(lines((await f.snapshot()).changes)).toEqual([
      "A .gtd/NOTES.md",
      "A .gtd/TODO.md",
      "M src/a",
      "A src/extra",
      "D src/new",
    ]);
    expect(existsSync(f.path(".gtd/APPROVED"))).toBe(false);
    expect(f.git("show", "refs/worktree/gtd/consumed:.gtd/APPROVED")).toBe("yes");
    expect(existsSync(f.path(".gtd/FEEDBACK.md"))).toBe(false);
  });

  it("never takes a committed file for consumed, nor one that changed meanwhile", async () => {
    const f = started();
    const [start] = await process(f);
    f.write({ "src/a": "the reviewer's" });
    expect((await squashAll(f, start, { consumed: ["src/a"] })).left).toEqual(["src/a"]);
    expect(readFileSync(f.path("src/a"), "utf8")).toBe("the reviewer's");
  });

  it("takes a deletion of a dropped path for done", async () => {
    const f = started();
    const [start] = await process(f);
    f.remove(".gtd/TODO.md");
    expect((await squashAll(f, start, { consumed: [".gtd/TODO.md"] })).left).toEqual([]);
    expect((await f.snapshot()).changes).toEqual([]);
  });

  it("of a process that began at the root is a new root commit", async () => {
    const f = new Fixture();
    await turn(f.write({ a: "1", ".gtd/TODO.md": "x" }), "gtd(human): a → b");
    const { commit } = await squashAll(f, null);
    expect(f.git("rev-list", "--parents", "HEAD")).toBe(commit);
    expect(f.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("a");
  });

  it("without a net change goes back to the start parent, unless an empty one is wanted", async () => {
    const f = started();
    const start = f.git("rev-parse", "HEAD");
    const tip = await turn(f.write({ ".gtd/TODO.md": "x" }), "gtd(human): a → b");
    expect(await squashAll(f, start)).toMatchObject({ commit: null, history: tip });
    expect(f.git("rev-parse", "HEAD")).toBe(start);
    await turn(f.write({ ".gtd/TODO.md": "x" }), "gtd(human): a → b");
    const { commit } = await squashAll(f, start, { allowEmpty: true });
    expect(f.git("rev-parse", "HEAD", "HEAD^", "HEAD^{tree}")).toBe(
      [commit, start, f.git("rev-parse", `${start}^{tree}`)].join("\n"),
    );
  });

  it("without a net change from the root leaves a branch without commits", async () => {
    const f = new Fixture();
    await turn(f.write({ ".gtd/TODO.md": "x" }), "gtd(human): a → b");
    expect((await squashAll(f, null)).commit).toBeNull();
    expect(await f.snapshot()).toMatchObject({ tip: null, branch: "refs/heads/main", changes: [] });
  });
});

describe("abandon, undo, adopt and a turn without a trace", () => {
  it("abandon leaves what the process made as uncommitted changes and keeps the tip", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    f.write({ "src/b": "pending" });
    const answer = await withLock(f.repo, async (lock) => abandon(lock, { snapshot: await f.snapshot(), start }));
    expect(answer).toEqual({ from: tip, head: start });
    const { changes, branch } = await f.snapshot();
    expect(branch).toBe("refs/heads/main");
    expect(lines(changes)).toEqual(["A .gtd/FEEDBACK.md", "A .gtd/TODO.md", "M src/a", "A src/b", "A src/new"]);
    expect(f.git("rev-parse", "HEAD", KEPT)).toBe(`${start}\n${tip}`);
    expect(f.git("diff", "--cached", "--name-only")).toBe("");
  });

  it("abandon at a root leaves a branch without commits; a detached HEAD cannot", async () => {
    const f = new Fixture();
    await turn(f.write({ a: "1" }), "gtd(human): a → b");
    f.git("checkout", "--quiet", "--detach");
    expect(
      await refusal(withLock(f.repo, async (lock) => abandon(lock, { snapshot: await f.snapshot(), start: null }))),
    ).toMatchObject({ code: "detached-root", exit: 6 });
    f.git("checkout", "--quiet", "main");
    await withLock(f.repo, async (lock) => abandon(lock, { snapshot: await f.snapshot(), start: null }));
    expect(await f.snapshot()).toMatchObject({ tip: null, changes: [{ status: "A", path: "a" }] });
    await withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }));
    expect((await f.snapshot()).changes).toEqual([]);
  });

  it("undo takes back one turn and keeps its changes", async () => {
    const f = started();
    const [, first, tip] = await process(f);
    await withLock(f.repo, async (lock) => undo(lock, { snapshot: await f.snapshot(), to: first }));
    expect(f.git("rev-parse", "HEAD", KEPT)).toBe(`${first}\n${tip}`);
    expect(lines((await f.snapshot()).changes)).toEqual(["A .gtd/FEEDBACK.md", "A src/new"]);
  });

  it("a turn back to the start's tree leaves no trace", async () => {
    const f = started();
    const start = f.git("rev-parse", "HEAD");
    await turn(f.write({ "src/a": "2" }), "gtd(human): a → b");
    f.write({ "src/a": "1" });
    await withLock(f.repo, async (lock) => {
      const snapshot = await f.snapshot();
      await returnTo(lock, { snapshot, captured: await captureTree(f.repo, snapshot, CAPTURE), start });
    });
    expect(f.git("rev-parse", "HEAD")).toBe(start);
    expect(f.git("status", "--porcelain")).toBe("");
  });

  it("adopt makes commits pending, keeps them, and refuses a merge", async () => {
    const f = started();
    const [, , tip] = await process(f);
    f.write({ "src/agent": "1" }).commit("done");
    const foreign = f.write({ "src/a": "agent" }).commit("done too");
    expect(await withLock(f.repo, async (lock) => adopt(lock, { snapshot: await f.snapshot(), turn: tip }))).toEqual({
      commits: 2,
    });
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a", "A src/agent"]);
    expect(f.git("rev-parse", "HEAD", "refs/worktree/gtd/adopted")).toBe(`${tip}\n${foreign}`);
    expect(await withLock(f.repo, async (lock) => adopt(lock, { snapshot: await f.snapshot(), turn: tip }))).toEqual({
      commits: 0,
    });

    f.git("stash", "--include-untracked", "--quiet");
    f.git("checkout", "--quiet", "-b", "side", "HEAD^");
    f.write({ side: "1" }).commit("side");
    f.git("checkout", "--quiet", "main");
    f.git("merge", "--quiet", "--no-ff", "-m", "merge", "side");
    expect(
      await refusal(withLock(f.repo, async (lock) => adopt(lock, { snapshot: await f.snapshot(), turn: tip }))),
    ).toMatchObject({ code: "adopt-merge", exit: 6 });
  });
});

describe("restore", () => {
  it("brings back a squashed process, dropped files included, and then has nothing more to restore", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    const { commit } = await squashAll(f, start, { message: `feat: x\n\nGtd-History: ${tip}\n` });
    expect(await withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }))).toEqual({
      from: commit,
      to: tip,
      squashed: true,
      consumed: [],
    });
    expect(f.git("rev-parse", "HEAD")).toBe(tip);
    expect(readFileSync(f.path(".gtd/TODO.md"), "utf8")).toBe("plan");
    expect(f.git("status", "--porcelain")).toBe("");
    expect(f.git("rev-parse", `refs/gtd/history/${commit}`)).toBe(commit);
    expect(
      await refusal(withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }))),
    ).toMatchObject({ code: "nothing-kept", exit: 1 });
  });

  it("takes back an abandon, whose changes are just what the kept tip holds", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    await withLock(f.repo, async (lock) => abandon(lock, { snapshot: await f.snapshot(), start }));
    await withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }));
    expect(f.git("rev-parse", "HEAD")).toBe(tip);
    expect(f.git("status", "--porcelain")).toBe("");
  });

  it("leaves what is pending as it is behind an abandon, whatever the kept tip holds there", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    f.write({ "src/a": "at work", mine: "1" }).remove("src/new");
    const before = lines((await f.snapshot()).changes);
    await withLock(f.repo, async (lock) => abandon(lock, { snapshot: await f.snapshot(), start }));
    f.write({ ".gtd/TODO.md": "changed since" }).remove(".gtd/FEEDBACK.md");
    await withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }));
    expect(f.git("rev-parse", "HEAD")).toBe(tip);
    expect(lines((await f.snapshot()).changes)).toEqual([
      "M .gtd/TODO.md",
      ...before.filter((one) => !one.startsWith("D")),
    ]);
    expect(readFileSync(f.path("src/a"), "utf8")).toBe("at work");
    expect(readFileSync(f.path(".gtd/TODO.md"), "utf8")).toBe("changed since");
    expect(readFileSync(f.path(".gtd/FEEDBACK.md"), "utf8")).toBe("good");
  });

  it("refuses what stands in the place of a file that it would write, whatever it took back", async () => {
    const f = started();
    const start = f.git("rev-parse", "HEAD");
    await turn(f.remove("src/a").write({ "src/a/inner": "2" }), "gtd(human): a → b");
    await withLock(f.repo, async (lock) => abandon(lock, { snapshot: await f.snapshot(), start }));
    f.remove("src/a").write({ "src/a": "a file again, and another" });
    const error = await refusal(withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() })));
    expect(error).toMatchObject({ code: "restore-dirty", exit: 1, detail: 'M "src/a"' });
    expect(readFileSync(f.path("src/a"), "utf8")).toBe("a file again, and another");
    expect(error.next).toEqual(['mv "src/a" "src/a.mine"  # sets yours aside', "gtd restore"]);
    renameSync(f.path("src/a"), f.path("src/a.mine"));
    await withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }));
    expect(readFileSync(f.path("src/a/inner"), "utf8")).toBe("2");
  });

  it("refuses what was written since a squash where it dropped something, and says what to type", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    const { commit } = await squashAll(f, start, { message: `feat: x\n\nGtd-History: ${tip}\n` });
    f.write({ ".gtd/TODO.md": "the next idea", "src/a": "edited since" });
    const back = (): Promise<unknown> =>
      withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }));
    expect(await refusal(back())).toMatchObject({
      code: "restore-dirty",
      exit: 1,
      detail: 'A ".gtd/TODO.md"',
      next: ['mv ".gtd/TODO.md" ".gtd/TODO.md.mine"  # sets yours aside', "gtd restore"],
    });
    expect(f.git("rev-parse", "HEAD")).toBe(commit);
    f.remove(".gtd/TODO.md").write({ ".gtd/TODO.md.mine": "the next idea" });
    await back();
    expect(lines((await f.snapshot()).changes)).toEqual(["A .gtd/TODO.md.mine", "M src/a"]);
  });

  it("leaves new files pending that the kept tip has no place for, and refuses those that stand in its way", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    await squashAll(f, start, { message: `feat: x\n\nGtd-History: ${tip}\n` });
    const back = (): Promise<unknown> =>
      withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }));
    f.write({ ".gtd": "a file where the kept tip has a directory", "src/mine": "1" });
    expect(await refusal(back())).toMatchObject({ code: "restore-dirty", exit: 1, detail: 'A ".gtd"' });
    f.remove(".gtd").write({ ".gtd/TODO.md/inner": "a directory where it has a file" });
    expect(await refusal(back())).toMatchObject({ code: "restore-dirty", detail: 'A ".gtd/TODO.md/inner"' });
    f.remove(".gtd").write({ staged: "new, and staged" });
    f.git("add", "--all");
    await back();
    expect(f.git("rev-parse", "HEAD")).toBe(tip);
    expect(readFileSync(f.path(".gtd/TODO.md"), "utf8")).toBe("plan");
    expect(lines((await f.snapshot()).changes)).toEqual(["A src/mine", "A staged"]);
  });

  it("refuses when commits would be lost", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    await squashAll(f, start, { message: `feat: x\n\nGtd-History: ${tip}\n` });
    const later = f.write({ later: "1" }).commit("later");
    const error = await refusal(withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() })));
    expect(error).toMatchObject({ code: "restore-commits", exit: 1 });
    expect(error.detail).toContain(`${later.slice(0, 7)} later`);
  });

  it("never overwrites an ignored file that stands in the way", async () => {
    const f = started();
    const [start, , tip] = await process(f);
    await squashAll(f, start, { message: `feat: x\n\nGtd-History: ${tip}\n` });
    f.write({ ".git/info/exclude": ".gtd/TODO.md\n", ".gtd/TODO.md": "mine alone" });
    await withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }));
    expect(readFileSync(f.path(".gtd/TODO.md"), "utf8")).toBe("mine alone");
    expect(lines((await f.snapshot()).changes)).toEqual(["M .gtd/TODO.md"]);
  });
});
