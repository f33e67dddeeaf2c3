import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changedPaths, readDiff, workingPaths } from "../../../src/git/diff.ts";
import { undo } from "../../../src/git/history.ts";
import { withLock } from "../../../src/git/lock.ts";
import type { WindowPlan } from "../../../src/git/types.ts";
import { closeWindow, openWindow } from "../../../src/git/window.ts";
import { Fixture, lines, refusal, squashAll, turn } from "./fixture.ts";

const plan = (base: string): WindowPlan => ({ base, keep: (path) => path.startsWith(".gtd/") });

interface Reviewed {
  readonly f: Fixture;
  readonly base: string;
  readonly tip: string;
}

/** A built process whose last turn opened the window. */
async function reviewed(prepare: (f: Fixture) => void = () => {}): Promise<Reviewed> {
  const f = new Fixture({ files: { "src/a": "1", "src/gone": "1", plain: "1" } });
  prepare(f);
  const base = f.git("rev-parse", "HEAD");
  await turn(f.write({ "src/a": "2", ".gtd/TODO.md": "plan" }), "gtd(human): a → b");
  const tip = await turn(
    f.write({ "src/new": "3", ".gtd/REVIEW.md": "- [ ] a" }).remove("src/gone"),
    "gtd(agent): b → review",
    { open: plan(base) },
  );
  return { f, base, tip };
}

const shown = (f: Fixture): string[] =>
  f
    .git("status", "--porcelain", "-uall")
    .split("\n")
    .map((line) => line.trim())
    .sort();

describe("the review window", () => {
  it("shows the whole review as uncommitted changes and moves neither branch nor files", async () => {
    const { f, base, tip } = await reviewed();
    expect(shown(f)).toEqual(["?? src/new", "D src/gone", "M src/a"]);
    expect(f.git("rev-parse", "main", "HEAD^")).toBe(`${tip}\n${base}`);
    expect(f.git("log", "-1", "--format=%s")).toBe("review window: the changes under review");
    expect(() => f.git("symbolic-ref", "HEAD")).toThrow("not a symbolic ref");
    expect(f.git("rev-parse", "refs/worktree/gtd/window")).toBe(tip);
    expect(readFileSync(f.path("src/a"), "utf8")).toBe("2");
  });

  it("is read through: tip, branch and changes are the branch's, and nothing changes", async () => {
    const { f, base, tip } = await reviewed();
    f.write({ "src/a": "the reviewer's", comment: "x" }).remove("plain");
    const snapshot = await f.snapshot();
    expect(snapshot).toMatchObject({
      tip,
      branch: "refs/heads/main",
      window: { base, tip, branch: "refs/heads/main" },
      journal: false,
    });
    expect(lines(snapshot.changes)).toEqual(["A comment", "D plain", "M src/a"]);
    expect(snapshot.commits[0]?.hash).toBe(tip);
    expect(lines(await changedPaths(f.repo, base, null))).toEqual([
      "A .gtd/REVIEW.md",
      "A .gtd/TODO.md",
      "A comment",
      "D plain",
      "M src/a",
      "D src/gone",
      "A src/new",
    ]);
    expect(await readDiff(f.repo, { from: tip, to: null, exclude: (path) => path !== "src/a", limit: 9999 })).toContain(
      "-2\n\\ No newline at end of file\n+the reviewer's",
    );
    expect(await workingPaths(f.repo, snapshot)).toEqual([
      ".gtd/REVIEW.md",
      ".gtd/TODO.md",
      "comment",
      "src/a",
      "src/new",
    ]);
  });

  it("is closed by the next turn, which holds what the reviewer changed", async () => {
    const { f, tip } = await reviewed();
    f.write({ "src/a": "the reviewer's" });
    f.git("add", "--all");
    const commit = await turn(f, "gtd(human): review → done");
    expect(f.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(f.git("rev-parse", "main", "main^")).toBe(`${commit}\n${tip}`);
    expect(f.git("diff-tree", "-r", "--name-only", "main^", "main")).toBe("src/a");
    expect(f.git("status", "--porcelain")).toBe("");
    expect(existsSync(f.path(".git/gtd/window.json"))).toBe(false);
    expect(f.git("for-each-ref", "refs/worktree")).toBe("");
  });

  it("can follow another one, and a squash or undo closes it as well", async () => {
    const { f, base, tip } = await reviewed();
    const next = await turn(f.write({ "src/a": "4" }), "gtd(human): review → review", { open: plan(tip) });
    expect(shown(f)).toEqual(["M src/a"]);
    expect((await f.snapshot()).window).toMatchObject({ base: tip, tip: next });
    await withLock(f.repo, async (lock) => undo(lock, { snapshot: await f.snapshot(), to: tip }));
    expect(f.git("rev-parse", "HEAD", "main")).toBe(`${tip}\n${tip}`);
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a"]);
    await withLock(f.repo, async (lock) => openWindow(lock, await f.snapshot(), plan(base)));
    expect(shown(f)).toContain("M src/a");
    const { commit, left } = await squashAll(f, base);
    expect(left).toEqual(["src/a"]);
    expect(f.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(f.git("rev-parse", "HEAD")).toBe(commit);
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a"]);
  });

  it("opens and closes by hand, pending changes and an empty turn included", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const base = f.git("rev-parse", "HEAD");
    const tip = await turn(f.write({ a: "2", ".gtd/x": "1" }), "gtd(human): a → b");
    f.write({ b: "pending" });
    await withLock(f.repo, async (lock) => openWindow(lock, await f.snapshot(), plan(base)));
    expect(shown(f)).toEqual(["?? b", "M a"]);
    expect(lines((await f.snapshot()).changes)).toEqual(["A b"]);
    expect(await withLock(f.repo, async (lock) => closeWindow(lock, await f.snapshot()))).toEqual({ kept: null });
    expect(await withLock(f.repo, async (lock) => closeWindow(lock, await f.snapshot()))).toEqual({ kept: null });
    expect(f.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(f.git("rev-parse", "HEAD")).toBe(tip);
    expect(shown(f)).toEqual(["?? b"]);
  });

  it("goes back to a detached HEAD when there was no branch", async () => {
    const { f, tip } = await reviewed((fixture) => fixture.git("checkout", "--quiet", "--detach"));
    expect(await f.snapshot()).toMatchObject({ tip, branch: null, changes: [] });
    const commit = await turn(f.write({ "src/a": "5" }), "gtd(human): review → done");
    expect(f.git("rev-parse", "HEAD", "HEAD^")).toBe(`${commit}\n${tip}`);
    expect(() => f.git("symbolic-ref", "HEAD")).toThrow("not a symbolic ref");
    expect(f.git("status", "--porcelain")).toBe("");
  });

  it("keeps a commit made by hand inside it, whose content is pending after the close", async () => {
    const { f, tip } = await reviewed();
    const byHand = f.write({ "src/a": "by hand" }).commit("mine");
    const snapshot = await f.snapshot();
    expect(snapshot).toMatchObject({ tip, window: { head: byHand } });
    expect(lines(snapshot.changes)).toEqual(["M src/a"]);
    expect(lines(await changedPaths(f.repo, tip, null))).toEqual(["M src/a"]);
    expect(await withLock(f.repo, async (lock) => closeWindow(lock, await f.snapshot()))).toEqual({ kept: byHand });
    expect(f.git("rev-parse", "refs/worktree/gtd/adopted", "HEAD")).toBe(`${byHand}\n${tip}`);
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a"]);
  });

  it("keeps its own commit when that was amended by hand, and is still open", async () => {
    const { f, tip } = await reviewed();
    f.write({ "src/a": "by hand" }).git("add", "--all");
    f.git("commit", "--quiet", "--amend", "-m", "mine");
    const amended = f.git("rev-parse", "HEAD");
    expect(await f.snapshot()).toMatchObject({ tip, window: { head: amended } });
    expect(await withLock(f.repo, async (lock) => closeWindow(lock, await f.snapshot()))).toEqual({ kept: amended });
    expect(f.git("rev-parse", "refs/worktree/gtd/adopted", "HEAD")).toBe(`${amended}\n${tip}`);
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a"]);
  });

  it("refuses when its branch was deleted, and its command brings it back", async () => {
    const { f, tip } = await reviewed();
    f.git("update-ref", "-d", "refs/heads/main");
    const error = await refusal(f.snapshot());
    expect(error).toMatchObject({ code: "window-branch-moved", exit: 6 });
    expect(error.next[0]).toContain(`git update-ref refs/heads/main ${tip}`);
    f.git("update-ref", "refs/heads/main", tip);
    expect(await f.snapshot()).toMatchObject({ tip, changes: [] });
  });

  it("refuses when the branch moved meanwhile, and its commands recover", async () => {
    const { f, base, tip } = await reviewed();
    f.git("update-ref", "refs/heads/main", base);
    const error = await refusal(f.snapshot());
    expect(error).toMatchObject({ code: "window-branch-moved", exit: 6 });
    expect(error.next[0]).toContain(`git update-ref refs/heads/main ${tip}`);
    f.git("symbolic-ref", "HEAD", "refs/heads/main");
    f.git("reset", "--quiet");
    expect(await f.snapshot()).toMatchObject({ tip: base, branch: "refs/heads/main" });
    await turn(f, "gtd(human): a → b");
    expect(existsSync(f.path(".git/gtd/window.json"))).toBe(false);
  });

  it("that was left by checking out a branch is no window any more", async () => {
    const { f, tip } = await reviewed();
    f.git("checkout", "--quiet", "--force", "main");
    expect(await f.snapshot()).toMatchObject({ tip, changes: [] });
    expect((await f.snapshot()).window).toBeUndefined();
  });

  it("survives the loss of the index that was kept under it", async () => {
    const { f, tip } = await reviewed();
    f.remove(".git/gtd/window-index").write({ "src/a": "9" });
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a"]);
    await turn(f, "gtd(human): review → done");
    expect(f.git("diff-tree", "-r", "--name-only", tip, "HEAD")).toBe("src/a");
  });

  it("shows a kept file that stands where the base has a directory", async () => {
    const f = new Fixture({ files: { ".gtd/x/y": "1", a: "1" } });
    const base = f.git("rev-parse", "HEAD");
    f.remove(".gtd/x");
    await turn(f.write({ ".gtd/x": "file", a: "2" }), "gtd(human): a → b", { open: plan(base) });
    expect(shown(f)).toEqual(["M a"]);
  });
});
