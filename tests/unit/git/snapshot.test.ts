import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findRepository } from "../../../src/git/repository.ts";
import { readSnapshot } from "../../../src/git/snapshot.ts";
import { Fixture, git, lines, refusal, temporary } from "./fixture.ts";

/** A history made quickly: no working tree is written. */
function grown(count: number): Fixture {
  const f = new Fixture({ files: { a: "1" } });
  const tree = f.git("rev-parse", "HEAD^{tree}");
  let parent = f.git("rev-parse", "HEAD");
  for (let i = 0; i < count; i++) parent = f.git("commit-tree", tree, "-p", parent, "-m", `c${i}`);
  f.git("reset", "--quiet", "--soft", parent);
  return f;
}

describe("a snapshot", () => {
  it("reads the history in growing chunks until it is enough", { timeout: 60_000 }, async () => {
    const f = grown(135);
    const asked: number[] = [];
    const upTo =
      (count: number) =>
      (commits: readonly unknown[]): boolean => {
        asked.push(commits.length);
        return commits.length >= count;
      };
    expect(await readSnapshot(f.repo, { enough: upTo(10) })).toMatchObject({ complete: false });
    expect(asked).toEqual([128]);
    const { commits, complete } = await readSnapshot(f.repo, { enough: upTo(1000) });
    expect(complete).toBe(true);
    expect(commits.map(({ hash }) => hash).join("\n")).toBe(f.git("rev-list", "--first-parent", "HEAD"));
  });

  it("walks first parents only and keeps messages raw", async () => {
    const f = new Fixture({ files: { a: "1" } });
    f.git("checkout", "--quiet", "-b", "side");
    f.commit("side");
    f.git("checkout", "--quiet", "main");
    f.git("merge", "--quiet", "--no-ff", "-m", "merge\n\n  indented\n\nGtd-Cost: 1", "side");
    const { commits } = await f.snapshot();
    expect(commits.map(({ message }) => message)).toEqual(["merge\n\n  indented\n\nGtd-Cost: 1\n", "initial\n"]);
    expect(commits[0]).toMatchObject({
      committer: { name: "Ada", email: "ada@example.com" },
      tree: f.git("rev-parse", "HEAD^{tree}"),
    });
    expect(commits[0]?.parents).toHaveLength(2);
    expect(Math.abs((commits[0]?.time ?? 0) - Date.now() / 1000)).toBeLessThan(600);
  });

  it("sorts changes in byte order and keeps odd names exact", async () => {
    const f = new Fixture({ files: { z: "1" } });
    const names = [
      "-dash",
      " blank ",
      'q"uote',
      "new\nline",
      "tab\t",
      "ü",
      "\u{1f600}",
      "\uffee",
      "a/b",
      "a.b",
      "*",
      ":(top)",
      "\\",
      "'",
    ];
    f.write(Object.fromEntries(names.map((name) => [name, "x"])));
    const found = (await f.snapshot()).changes.map(({ path }) => path);
    expect(found).toEqual([...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  it.each([
    ["a merge", (f: Fixture) => attempt(f, "merge", "side"), "operation-under-way", "git merge --abort"],
    ["a rebase", (f: Fixture) => attempt(f, "rebase", "side"), "operation-under-way", "git rebase --abort"],
    [
      "a cherry-pick",
      (f: Fixture) => attempt(f, "cherry-pick", "side"),
      "operation-under-way",
      "git cherry-pick --abort",
    ],
    ["a revert", (f: Fixture) => attempt(f, "revert", "HEAD~1"), "operation-under-way", "git revert --abort"],
    ["a bisect", (f: Fixture) => f.git("bisect", "start"), "operation-under-way", "git bisect reset"],
    [
      "unmerged paths alone",
      (f: Fixture) => {
        attempt(f, "merge", "side");
        f.remove(".git/MERGE_HEAD");
      },
      "unmerged-paths",
      "git status",
    ],
  ])("is refused during %s, with the commands that help", async (_, prepare, code, next) => {
    const f = new Fixture({ files: { a: "1" } });
    f.git("checkout", "--quiet", "-b", "side");
    f.write({ a: "side" }).commit("side");
    f.git("checkout", "--quiet", "main");
    f.write({ a: "main" }).commit("main");
    f.write({ a: "main again" }).commit("main again");
    prepare(f);
    const error = await refusal(f.snapshot());
    expect(error).toMatchObject({ code, exit: 6 });
    expect(error.next).toContain(next);
  });

  it("never takes a failing git for a clean tree", async () => {
    const f = new Fixture({ files: { a: "1" } });
    writeFileSync(f.path(".git/index"), "broken");
    expect(await refusal(f.snapshot())).toMatchObject({ code: "index-damaged", exit: 6 });
    const g = new Fixture({ files: { a: "1" } });
    const tree = g.git("rev-parse", "HEAD^{tree}");
    g.remove(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`);
    expect((await refusal(g.snapshot())).exit).toBe(6);
  });
});

function attempt(f: Fixture, ...args: string[]): void {
  try {
    f.git(...args);
  } catch {
    return;
  }
  throw new Error("it was meant to stop at a conflict");
}

describe("the repository", () => {
  it("is found from any directory in it, through links, whatever GIT_DIR says", () => {
    const f = new Fixture({ files: { "deep/er/a": "1" } });
    process.env["GIT_DIR"] = "/nowhere";
    try {
      expect(findRepository(f.path("deep/er"))).toEqual({
        root: f.root,
        gitDir: f.path(".git"),
        commonDir: f.path(".git"),
        prefix: "deep/er",
      });
      expect(findRepository(f.root).prefix).toBe("");
    } finally {
      delete process.env["GIT_DIR"];
    }
  });

  it.each([
    [
      "no repository",
      (dir: string) => {
        mkdirSync(dir);
        return dir;
      },
      "no-repository",
      "git init",
    ],
    [
      "a bare repository",
      (dir: string) => {
        git("/", "init", "--quiet", "--bare", dir);
        return dir;
      },
      "bare-repository",
      "worktree",
    ],
    [
      "a git directory",
      (dir: string) => {
        git("/", "init", "--quiet", dir);
        return join(dir, ".git/objects");
      },
      "bare-repository",
      "worktree",
    ],
    [
      "a repository that says it is bare",
      (dir: string) => {
        git("/", "init", "--quiet", dir);
        git(dir, "config", "core.bare", "true");
        return dir;
      },
      "bare-repository",
      "worktree",
    ],
    [
      "a worktree whose own configuration says it is bare",
      (dir: string) => {
        git("/", "init", "--quiet", dir);
        git(dir, "config", "extensions.worktreeConfig", "true");
        writeFileSync(join(dir, ".git/config.worktree"), "[core]\n\tbare = true # since long\n");
        return dir;
      },
      "bare-repository",
      "worktree",
    ],
    [
      "a repository that keeps its refs elsewhere",
      (dir: string) => {
        git("/", "init", "--quiet", dir);
        git(dir, "config", "extensions.refStorage", "reftable");
        return dir;
      },
      "ref-storage",
      "git refs migrate",
    ],
    ["a directory that is gone", (dir: string) => dir, "no-directory", "directory that is there"],
    [
      ".git that leads nowhere",
      (dir: string) => {
        mkdirSync(dir);
        writeFileSync(join(dir, ".git"), "gitdir: ../nowhere\n");
        return dir;
      },
      "broken-repository",
      "git worktree repair",
    ],
  ])("is refused where there is %s", (_, prepare, code, next) => {
    const dir = prepare(temporary("place"));
    expect(() => findRepository(dir)).toThrow(
      expect.objectContaining({ code, exit: 6, next: expect.arrayContaining([expect.stringContaining(next)]) }),
    );
  });

  it("reads a worktree's own configuration only where git does", () => {
    const f = new Fixture();
    f.write({ ".git/config.worktree": "[core]\n\tbare = true\n" });
    expect(f.repo.root).toBe(f.root);
    f.git("config", "core.bare", "true");
    f.git("config", "extensions.worktreeConfig", "true");
    f.write({ ".git/config.worktree": "[core]\n\tbare = false\n" });
    expect(f.repo.root).toBe(f.root);
  });

  it("of a format that this git does not know is refused in a sentence", async () => {
    const f = new Fixture({ files: { a: "1" } });
    f.git("config", "core.repositoryFormatVersion", "1");
    f.git("config", "extensions.unheardOf", "true");
    expect(await refusal(f.snapshot())).toMatchObject({ code: "repository-format", exit: 6 });
  });

  it("that another user owns is refused by git, and the way out is told", async () => {
    const f = new Fixture({ files: { a: "1" } });
    process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
    try {
      expect(await refusal(f.snapshot())).toMatchObject({ code: "git-ownership", exit: 6 });
    } finally {
      delete process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"];
    }
  });

  it("without git on the PATH says so", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const { PATH } = process.env;
    process.env["PATH"] = "/nowhere";
    try {
      expect(await refusal(f.snapshot())).toMatchObject({ code: "git-missing", exit: 6 });
    } finally {
      process.env["PATH"] = PATH;
    }
  });

  it("of a sibling worktree keeps its own changes", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const linked = temporary("linked");
    f.git("worktree", "add", "--quiet", linked);
    writeFileSync(join(linked, "a"), "2");
    expect((await f.snapshot()).changes).toEqual([]);
    expect(lines((await readSnapshot(findRepository(linked), { enough: () => true })).changes)).toEqual(["M a"]);
  });
});
