import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { readLooseCommit } from "../../../src/git/loose-commit.ts";
import { readSnapshot } from "../../../src/git/snapshot.ts";
import { Fixture } from "./fixture.ts";

/** What is read with the help of an earlier reading, which has to be what is read without. */
async function readAgain(f: Fixture, change: () => void) {
  const known = await f.snapshot();
  change();
  const again = await readSnapshot(f.repo, { enough: () => false, known });
  expect(again).toEqual(await f.snapshot());
  return again;
}

describe("a history that is known", () => {
  const f = new Fixture({ files: { "a.txt": "a\n" } });
  f.commit("second");

  it.each<[string, () => void]>([
    ["nothing happens", () => {}],
    ["a file changes", () => f.write({ "a.txt": "b\n", "new.txt": "new\n" })],
    ["somebody commits", () => f.commit("third: grün\n\nWith a body.\n\nGtd-Session: x\n")],
    ["somebody commits more than once", () => [f.commit("fourth"), f.commit("fifth")]],
    ["somebody amends", () => f.git("commit", "--quiet", "--amend", "--allow-empty", "-m", "amended")],
    ["somebody goes back", () => f.git("reset", "--quiet", "--hard", "HEAD~2")],
    ["the objects are packed", () => [f.commit("packed"), f.git("gc", "--quiet")]],
    ["somebody switches the branch", () => f.git("switch", "--quiet", "-c", "other")],
    ["somebody merges", () => [f.git("switch", "--quiet", "main"), f.git("merge", "--quiet", "--no-ff", "other")]],
    ["HEAD is detached", () => [f.commit("last"), f.git("checkout", "--quiet", "--detach", "HEAD~1")]],
    [
      "a commit is in another encoding",
      () => f.git("-c", "i18n.commitEncoding=latin1", "commit", "-qam", "x", "--allow-empty"),
    ],
    ["the branch is begun anew", () => [f.git("checkout", "--quiet", "--orphan", "new"), f.commit("root")]],
    ["the branch is unborn", () => f.git("checkout", "--quiet", "--orphan", "unborn")],
  ])("is told as it is when %s", async (_, change) => {
    await readAgain(f, change);
  });

  it("knows a tree that is clean from one that is not", async () => {
    const g = new Fixture({ files: { "a.txt": "a\n" } });
    expect((await g.snapshot()).clean).toBe(true);
    expect((await readAgain(g, () => g.write({ "b.txt": "b\n" }))).clean).toBe(false);
    // Staged and deleted again: nothing is pending, but the index is not the tip's.
    g.git("add", "b.txt");
    g.remove("b.txt");
    expect(await g.snapshot()).toMatchObject({ changes: [], clean: false });
  });

  it("reads a commit that was just written as git does, whatever its author is called", async () => {
    const env = { ...process.env, GIT_COMMITTER_NAME: "Ä <B", GIT_COMMITTER_EMAIL: "", GIT_AUTHOR_NAME: "x" };
    const tree = f.git("write-tree").trim();
    const hash = execFileSync("git", ["commit-tree", tree], {
      cwd: f.root,
      env,
      input: "\n\nA subject\n\ntree 123\ncommitter x <y> 1 +0000\n",
      encoding: "utf8",
    }).trim();
    f.git("update-ref", "refs/heads/odd", hash);
    f.git("symbolic-ref", "HEAD", "refs/heads/odd");
    expect(readLooseCommit(f.repo, hash)).toEqual((await f.snapshot()).commits[0]);
    expect(readLooseCommit(f.repo, tree)).toBeUndefined();
    expect(readLooseCommit(f.repo, "0".repeat(40))).toBeUndefined();
  });
});
