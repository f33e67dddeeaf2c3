import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../../../src/errors.ts";
import { changedPaths, readDiff } from "../../../src/git/diff.ts";
import { explainFailure, GitFailure } from "../../../src/git/failure.ts";
import { withLock } from "../../../src/git/lock.ts";
import { emptyTree, isAncestor, mergeBase, resolveRef } from "../../../src/git/refs.ts";
import { openWindow } from "../../../src/git/window.ts";
import { Fixture } from "./fixture.ts";

describe("a revision that looks like an option", () => {
  it("is a revision, and writes no file", async () => {
    const f = new Fixture({ files: { a: "1\n" } });
    const target = join(f.root, "written");
    const odd = `--output=${target}`;
    const head = f.git("rev-parse", "HEAD");
    const diff = { from: odd, to: head, exclude: () => false, limit: 1000 };
    await expect(readDiff(f.repo, diff)).rejects.toThrow(UserError);
    await expect(readDiff(f.repo, { ...diff, from: head, to: odd })).rejects.toThrow(UserError);
    await expect(changedPaths(f.repo, odd, null)).rejects.toThrow(UserError);
    await expect(isAncestor(f.repo, odd, head)).rejects.toThrow(UserError);
    await expect(mergeBase(f.repo, odd, head)).rejects.toThrow(UserError);
    expect(await resolveRef(f.repo, odd)).toBeNull();
    expect(existsSync(target)).toBe(false);
  });
});

describe("a review window", () => {
  it("opens over a process that began at the root: everything is new", async () => {
    const f = new Fixture({ files: { a: "1\n", plan: "x\n" } });
    const plan = { base: emptyTree(f.repo), keep: (path: string) => path === "plan" };
    const snapshot = await f.snapshot();
    const open = await withLock(f.repo, (lock) => openWindow(lock, snapshot, plan));
    expect(f.git("ls-tree", "--name-only", open.commit)).toBe("plan");
    expect(f.git("rev-list", "--count", open.commit)).toBe("1");
    expect((await f.snapshot()).changes).toEqual([]);
  });

  it("is refused in a sentence where there is no commit", async () => {
    const f = new Fixture();
    const snapshot = await f.snapshot();
    const opening = withLock(f.repo, (lock) =>
      openWindow(lock, snapshot, { base: emptyTree(f.repo), keep: () => false }),
    );
    await expect(opening).rejects.toMatchObject({ code: "empty-range", exit: 1 });
  });
});

describe("a lock that is held", () => {
  it.each([
    ["HEAD.lock", "ref-locked"],
    ["refs/heads/main.lock", "ref-locked"],
    ["index.lock", "index-locked"],
  ])("is told by its name: %s", (name, code) => {
    const stderr = `fatal: Unable to create '/repo/.git/${name}': File exists.\n\nAnother git process seems to be running`;
    expect(explainFailure(new GitFailure(["update-ref"], 128, "", stderr), "move HEAD")).toMatchObject({
      code,
      exit: 6,
    });
  });
});
