import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changedPaths, readDiff, workingPaths } from "../../../src/git/diff.ts";
import { readIgnored } from "../../../src/git/ignored.ts";
import { defaultBranch, emptyTree, isAncestor, mergeBase, resolveRef } from "../../../src/git/refs.ts";
import { Fixture, git, lines, temporary } from "./fixture.ts";
import { findRepository } from "../../../src/git/repository.ts";

const all = (): boolean => false;

describe("a diff", () => {
  it("is git's plain form whatever the user's settings, untracked files included", async () => {
    const f = new Fixture({ files: { a: "1\n", gone: "1\n" } });
    for (const [key, value] of Object.entries({
      "diff.noprefix": "true",
      "diff.external": "false",
      "color.ui": "always",
      "diff.mnemonicPrefix": "true",
      "diff.suppressBlankEmpty": "true",
      "diff.context": "0",
      "diff.renames": "copies",
    }))
      f.git("config", key, value);
    const from = f.git("rev-parse", "HEAD");
    f.write({ a: "2\n", "new file": "x\n" }).remove("gone");
    const diff = await readDiff(f.repo, { from, to: null, exclude: all, limit: 99_999 });
    expect(diff.replace(/[0-9a-f]{40}/g, "H")).toBe(
      [
        "diff --git a/a b/a",
        "index H..H 100644",
        "--- a/a",
        "+++ b/a",
        "@@ -1 +1 @@",
        "-1",
        "+2",
        "diff --git a/gone b/gone",
        "deleted file mode 100644",
        "index H..H",
        "--- a/gone",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-1",
        "diff --git a/new file b/new file",
        "new file mode 100644",
        "index H..H",
        "--- /dev/null",
        "+++ b/new file\t",
        "@@ -0,0 +1 @@",
        "+x",
        "",
      ].join("\n"),
    );
    expect(f.git("status", "--porcelain")).toContain('?? "new file"');
  });

  it("leaves out what is excluded, and is empty when nothing is left", async () => {
    const f = new Fixture({ files: { a: "1", ".gtd/TODO.md": "1" } });
    const from = f.git("rev-parse", "HEAD");
    f.write({ a: "2", ".gtd/TODO.md": "2" });
    const diff = await readDiff(f.repo, { from, to: null, exclude: (path) => path.startsWith(".gtd/"), limit: 99_999 });
    expect(diff).toContain("diff --git a/a b/a");
    expect(diff).not.toContain("TODO");
    expect(await readDiff(f.repo, { from, to: null, exclude: () => true, limit: 99_999 })).toBe("");
    expect(await readDiff(f.repo, { from, to: from, exclude: all, limit: 99_999 })).toBe("");
  });

  it("is cut at files, and names what was left out and the command that shows it", async () => {
    const f = new Fixture({ files: { keep: "1" } });
    const from = f.git("rev-parse", "HEAD");
    f.write({ a: "small\n", "it's b": `${"x\n".repeat(4000)}`, c: "small\n", d: "y\n".repeat(200_000) });
    const to = f.commit("more");
    const diff = await readDiff(f.repo, { from, to, exclude: all, limit: 1000 });
    expect(Buffer.byteLength(diff)).toBeLessThan(1600);
    expect(diff).toContain("+small");
    const line = diff.trimEnd().split("\n").at(-1) ?? "";
    expect(line).toContain("files left out, the diff is over 1000 bytes");
    expect(line).toContain('"it\'s b"');
    expect(line).toContain(`git diff ${from} ${to} -- `);
    expect(git(f.root, "diff", from, to, "--", "it's b")).toContain("+x");
  });

  it("shows small files behind a large one", async () => {
    const f = new Fixture({ files: { keep: "1" } });
    const from = f.git("rev-parse", "HEAD");
    f.write({ a: "x\n".repeat(100_000), b: "small\n" });
    const diff = await readDiff(f.repo, { from, to: null, exclude: all, limit: 2000 });
    expect(diff).toContain("+small");
    expect(diff).toContain('[1 of 2 files left out, the diff is over 2000 bytes: "a";');
  });

  it("is safe with binary files, types that change and content that looks like a diff", async () => {
    const f = new Fixture({ files: { bin: Buffer.from([0, 1, 2]), turns: "1\n", z: "z\n" } });
    const from = f.git("rev-parse", "HEAD");
    f.write({
      bin: Buffer.from([0, 255, 254]),
      latin: Buffer.from("caf\xe9\n", "latin1"),
      text: "a\rdiff --git a/x b/x\n\u2028diff --git a/y b/y\n",
      z: "y\n",
    }).remove("turns");
    symlinkSync("z", f.path("turns"));
    const changes = await changedPaths(f.repo, from, null);
    expect(lines(changes)).toEqual(["M bin", "A latin", "A text", "M turns", "M z"]);
    const diff = await readDiff(f.repo, { from, to: null, exclude: (path) => path === "latin", limit: 99_999 });
    expect(diff).toContain("Binary files a/bin and b/bin differ");
    expect(diff).toContain("new file mode 120000");
    expect(diff).toContain("-z\n+y");
  });

  it("works from nothing and in a repository without commits", async () => {
    const f = new Fixture();
    f.write({ a: "1\n" });
    expect(lines(await changedPaths(f.repo, emptyTree(f.repo), null))).toEqual(["A a"]);
    expect(f.git("count-objects")).toContain("0 objects");
  });
});

describe("the working paths", () => {
  it("are what is on disk, tracked and untracked, ignored ones aside", async () => {
    const f = new Fixture({ files: { tracked: "1", gone: "1", ".gitignore": "*.log\n", "forced.log": "1" } });
    f.git("add", "--force", "forced.log");
    f.git("commit", "--quiet", "-m", "forced");
    f.write({ "deep/new": "1", "some.log": "1", staged: "1", intended: "1", "a\nb": "1" }).remove("gone");
    f.git("add", "staged");
    f.git("add", "-N", "intended");
    f.remove("staged");
    expect(await workingPaths(f.repo, await f.snapshot())).toEqual([
      ".gitignore",
      "a\nb",
      "deep/new",
      "forced.log",
      "intended",
      "tracked",
    ]);
  });
});

describe("refs", () => {
  it("resolve to commits or to null, never to an option", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const head = f.git("rev-parse", "HEAD");
    f.git("tag", "-a", "-m", "x", "v1");
    for (const ref of ["HEAD", "main", "v1", head.slice(0, 8), "refs/heads/main"])
      expect(await resolveRef(f.repo, ref)).toBe(head);
    for (const ref of [
      "",
      "nowhere",
      "-h",
      "--all",
      "HEAD:a",
      "HEAD~5",
      "^HEAD",
      "a..b",
      "@{u}",
      ":/none",
      "a\0b",
      "0".repeat(40),
    ])
      expect(await resolveRef(f.repo, ref)).toBeNull();
  });

  it("tell ancestors, merge bases and the default branch", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const base = f.git("rev-parse", "HEAD");
    f.git("checkout", "--quiet", "-b", "side");
    const side = f.commit("side");
    f.git("checkout", "--quiet", "main");
    const main = f.commit("main");
    f.git("checkout", "--quiet", "--orphan", "alone");
    const alone = f.commit("alone");
    expect(await mergeBase(f.repo, side, main)).toBe(base);
    expect(await mergeBase(f.repo, side, alone)).toBeNull();
    expect([await isAncestor(f.repo, base, side), await isAncestor(f.repo, side, main)]).toEqual([true, false]);
    expect(await defaultBranch(f.repo)).toBe("refs/heads/main");
    f.git("branch", "--quiet", "-m", "main", "other");
    expect(await defaultBranch(f.repo)).toBeNull();
    const clone = temporary("clone");
    git(f.root, "clone", "--quiet", "--branch", "side", f.root, clone);
    git(clone, "remote", "set-head", "origin", "side");
    expect(await defaultBranch(findRepository(clone))).toBe("refs/remotes/origin/side");
  });

  it("of the empty tree is git's own in both object formats", () => {
    for (const format of ["sha1", "sha256"]) {
      const f = new Fixture({ init: [`--object-format=${format}`] });
      expect(emptyTree(f.repo)).toBe(f.git("hash-object", "-t", "tree", "/dev/null"));
    }
  });
});

describe("ignore rules", () => {
  it("are told with their place, and taken back by a later one", async () => {
    const f = new Fixture({ files: { ".gitignore": "*.md\n!keep.md\n", "x.md": "1" } });
    expect(await readIgnored(f.repo, ["x.md", "keep.md", "a.txt", "new\nline.md"])).toEqual([
      { path: "x.md", rule: ".gitignore:1: *.md" },
      { path: "new\nline.md", rule: ".gitignore:1: *.md" },
    ]);
    expect(await readIgnored(f.repo, [])).toEqual([]);
    expect(await readIgnored(f.repo, ["a.txt"])).toEqual([]);
  });
});
