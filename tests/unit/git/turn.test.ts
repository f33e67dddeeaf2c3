import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { captureTree, listTree, readBlobs } from "../../../src/git/capture.ts";
import { withLock } from "../../../src/git/lock.ts";
import { findRepository } from "../../../src/git/repository.ts";
import { readSnapshot } from "../../../src/git/snapshot.ts";
import { commitTurn } from "../../../src/git/turn.ts";
import { CAPTURE, Fixture, git, lines, refusal, temporary, turn } from "./fixture.ts";

const MESSAGE = "gtd(human): a → b";
const PATH = process.env["PATH"] ?? "";
afterEach(() => {
  process.env["PATH"] = PATH;
});

describe("a turn", () => {
  it("is one commit with everything that was pending, and leaves nothing behind", async () => {
    const f = new Fixture({ files: { kept: "1", changed: "1", gone: "1" } });
    const before = f.git("rev-parse", "HEAD");
    f.write({ changed: "2", "deep/er/new": "3" }).remove("gone");
    const commit = await turn(f, MESSAGE);
    expect(f.git("rev-parse", "HEAD", "HEAD^")).toBe(`${commit}\n${before}`);
    expect(f.git("log", "-1", "--format=%B")).toBe(`${MESSAGE}\n`);
    expect(f.git("diff-tree", "-r", "--name-status", "HEAD^", "HEAD")).toBe("M\tchanged\nA\tdeep/er/new\nD\tgone");
    expect(f.git("status", "--porcelain")).toBe("");
    expect(readdirSync(f.path(".git/gtd"))).toEqual([]);
    expect(existsSync(f.path(".git/index.lock"))).toBe(false);
  });

  it("takes at most eight git processes, its snapshot two", async () => {
    const f = new Fixture({ files: { a: "1", ".gtd/TODO.md": "plan" } });
    f.write({ a: "2", ".gtd/TODO.md": "plan more" });
    const log = countCalls(f);
    await withLock(f.repo, async (lock) => {
      const snapshot = await f.snapshot();
      expect(log()).toBe(2);
      const captured = await captureTree(f.repo, snapshot, { ...CAPTURE, steering: [".gtd/TODO.md"] });
      const [content] = await readBlobs(
        f.repo,
        captured.changes.flatMap(({ path, after }) => (path === ".gtd/TODO.md" && after ? [after.blob] : [])),
      );
      expect(content?.toString()).toBe("plan more");
      await commitTurn(lock, { snapshot, captured, message: MESSAGE, hooks: "squash" });
    });
    expect(log()).toBeLessThanOrEqual(8);
  });

  it("is the first commit of a repository without commits", async () => {
    const f = new Fixture();
    f.write({ a: "1" });
    expect(await f.snapshot()).toMatchObject({
      tip: null,
      branch: "refs/heads/main",
      commits: [],
      complete: true,
      changes: [{ status: "A", path: "a" }],
    });
    const commit = await turn(f, MESSAGE);
    expect(f.git("rev-list", "main")).toBe(commit);
  });

  it("can be empty, and then leaves index and working tree alone", async () => {
    const f = new Fixture({ files: { a: "1" } });
    f.write({ a: "2" });
    f.git("add", "a");
    await withLock(f.repo, async (lock) =>
      commitTurn(lock, { snapshot: await f.snapshot(), message: MESSAGE, hooks: "never" }),
    );
    expect(f.git("diff-tree", "-r", "HEAD^", "HEAD")).toBe("");
    expect(f.git("status", "--porcelain")).toBe("M  a");
  });

  it.each([
    ["a detached HEAD", []],
    ["SHA-256", ["--object-format=sha256"]],
  ])("works with %s", async (_, init) => {
    const f = new Fixture({ init, files: { a: "1" } });
    if (init.length === 0) f.git("checkout", "--quiet", "--detach");
    f.write({ a: "2" });
    const commit = await turn(f, MESSAGE);
    expect(f.git("rev-parse", "HEAD")).toBe(commit);
    expect((await f.snapshot()).changes).toEqual([]);
    if (init.length === 0) expect(f.git("rev-parse", "main")).not.toBe(commit);
  });

  it("works in a linked worktree, whose lock is its own", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const linked = temporary("linked");
    f.git("worktree", "add", "--quiet", linked);
    writeFileSync(join(linked, "a"), "2");
    const repo = findRepository(linked);
    expect(repo.gitDir).not.toBe(repo.commonDir);
    await withLock(f.repo, () =>
      withLock(repo, async (lock) => {
        const snapshot = await readSnapshot(repo, { enough: () => true });
        const captured = await captureTree(repo, snapshot, CAPTURE);
        await commitTurn(lock, { snapshot, captured, message: MESSAGE, hooks: "never" });
      }),
    );
    expect(git(linked, "log", "-1", "--format=%s")).toBe(MESSAGE);
    expect(f.git("status", "--porcelain")).toBe("");
  });

  it("works in a shallow clone, whose border ends the history", async () => {
    const f = new Fixture({ files: { a: "1" } });
    for (let i = 0; i < 3; i++) f.commit(`more ${i}`);
    const clone = temporary("clone");
    git(f.root, "clone", "--quiet", "--depth=2", `file://${f.root}`, clone);
    const snapshot = await readSnapshot(findRepository(clone), { enough: () => false });
    expect(snapshot.complete).toBe(true);
    expect(snapshot.commits.map(({ message, parents }) => [message, parents.length])).toEqual([
      ["more 2\n", 1],
      ["more 1\n", 0],
    ]);
  });

  it("works in a sparse checkout, and keeps what lies outside of it", async () => {
    const f = new Fixture({ files: { "in/a": "1", "out/b": "1" } });
    f.git("sparse-checkout", "set", "in");
    expect(existsSync(f.path("out/b"))).toBe(false);
    f.write({ "in/a": "2", "out/new": "3" });
    expect(lines((await f.snapshot()).changes)).toEqual(["M in/a", "A out/new"]);
    await turn(f, MESSAGE);
    expect(f.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("in/a\nout/b\nout/new");
  });

  it("honours clean filters and line endings", async () => {
    const f = new Fixture();
    f.git("config", "core.autocrlf", "true");
    f.git("config", "core.safecrlf", "true");
    f.write({ a: "x\r\ny\r\n" }).commit("initial");
    expect((await f.snapshot()).changes).toEqual([]);
    f.write({ a: "x\r\nz\r\n", mixed: "a\r\nb\n" });
    await turn(f, MESSAGE);
    expect(f.git("cat-file", "blob", "HEAD:a")).toBe("x\nz");
    expect((await f.snapshot()).changes).toEqual([]);
  });

  it("counts a submodule only when its commit moved", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const other = new Fixture({ files: { s: "1" } });
    f.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.root, "sub");
    await turn(f, MESSAGE);
    f.write({ "sub/s": "2", "sub/untracked": "3" });
    f.git("config", "submodule.sub.ignore", "all");
    expect((await f.snapshot()).changes).toEqual([]);
    git(f.path("sub"), "commit", "--quiet", "-am", "moved");
    expect(lines((await f.snapshot()).changes)).toEqual(["M sub"]);
    await turn(f, MESSAGE);
    expect(f.git("rev-parse", "HEAD:sub")).toBe(git(f.path("sub"), "rev-parse", "HEAD"));
  });

  it("reads a submodule as a repository of its own", () => {
    const f = new Fixture({ files: { a: "1" } });
    const other = new Fixture({ files: { s: "1" } });
    f.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.root, "sub");
    expect(findRepository(f.path("sub"))).toMatchObject({
      root: f.path("sub"),
      gitDir: f.path(".git/modules/sub"),
      commonDir: f.path(".git/modules/sub"),
    });
  });

  it("is not disturbed by the settings of a user", async () => {
    const f = new Fixture({ files: { "ä b": "1" } });
    const settings = {
      "color.ui": "always",
      "core.quotePath": "true",
      "status.relativePaths": "true",
      "status.showUntrackedFiles": "no",
      "status.branch": "true",
      "status.showStash": "true",
      "log.showSignature": "true",
      "log.decorate": "full",
      "log.follow": "true",
      "diff.noprefix": "true",
      "diff.external": "false",
      "diff.renames": "copies",
      "diff.ignoreSubmodules": "all",
      "format.pretty": "oneline",
      "add.ignoreErrors": "true",
      "core.pager": "false",
      "i18n.logOutputEncoding": "latin1",
      "i18n.commitEncoding": "latin1",
      "core.splitIndex": "true",
      "core.untrackedCache": "true",
      "index.version": "4",
    };
    for (const [name, value] of Object.entries(settings)) f.git("config", name, value);
    mkdirSync(f.path("sub"));
    f.write({ 'sub/ü\n"x': "1", "ä b": "2" });
    const repo = findRepository(f.path("sub"));
    expect(repo.prefix).toBe("sub");
    expect(lines((await readSnapshot(repo, { enough: () => true })).changes)).toEqual(['A sub/ü\n"x', "M ä b"]);
    await turn(f, "gtd(human): ä → b");
    const { commits, changes } = await f.snapshot();
    expect(commits[0]?.message).toBe("gtd(human): ä → b\n");
    expect(changes).toEqual([]);
  });

  it("leaves the user's index as it was until it is committed", async () => {
    const f = new Fixture({ files: { a: "1" } });
    f.write({ a: "2", b: "1" });
    f.git("add", "a");
    const before = readFileSync(f.path(".git/index"));
    await withLock(f.repo, async () => captureTree(f.repo, await f.snapshot(), CAPTURE));
    expect(readFileSync(f.path(".git/index")).equals(before)).toBe(true);
  });

  it("reads objects of this turn and packed ones, in the order asked for", async () => {
    const f = new Fixture({ files: { a: "packed", big: Buffer.alloc(300_000, 7) } });
    f.git("gc", "--quiet");
    f.write({ b: "loose" });
    const ids = ["HEAD:a", "HEAD:big"].map((name) => f.git("rev-parse", name));
    await turn(f, MESSAGE);
    const blobs = await readBlobs(f.repo, [f.git("rev-parse", "HEAD:b"), ...ids, f.git("rev-parse", "HEAD:b")]);
    expect(blobs.map((blob) => blob.length)).toEqual([5, 6, 300_000, 5]);
    expect(await listTree(f.repo, "HEAD^{tree}")).toEqual(["a", "b", "big"]);
    expect((await refusal(readBlobs(f.repo, ["0".repeat(40)]))).code).toBe("git-object");
  });
});

describe("a turn is refused by name, with nothing changed, for", () => {
  it.each([
    ["a file over the limit", (f: Fixture) => f.write({ huge: "x".repeat(200) }), "file-too-large", "huge"],
    [
      "a link that leaves the repository",
      (f: Fixture) => symlinkSync("../elsewhere", f.path("out")),
      "link-outside",
      "out",
    ],
    ["an absolute link", (f: Fixture) => symlinkSync("/etc", f.path("etc")), "link-outside", "etc"],
    [
      "a link into the git directory",
      (f: Fixture) => symlinkSync(".git/config", f.path("conf")),
      "link-outside",
      "conf",
    ],
    [
      "an embedded repository",
      (f: Fixture) => {
        git(f.root, "init", "-q", "inner");
        git(f.path("inner"), "commit", "-q", "--allow-empty", "-m", "x");
      },
      "embedded-repository",
      "inner",
    ],
    [
      "an embedded repository without a commit",
      (f: Fixture) => {
        git(f.root, "init", "-q", "empty");
      },
      "embedded-repository",
      "empty",
    ],
    [
      "a steering file that is ignored",
      (f: Fixture) => f.write({ ".gitignore": ".gtd/\n", ".gtd/TODO.md": "x" }),
      "steering-ignored",
      ".gtd/TODO.md",
    ],
    [
      "an unreadable file",
      (f: Fixture) => {
        f.write({ secret: "x" });
        chmodSync(f.path("secret"), 0);
      },
      "git-permission",
      "secret",
    ],
  ])("%s", async (_, prepare, code, name) => {
    if (code === "git-permission" && process.getuid?.() === 0) return;
    const f = new Fixture({ files: { a: "1" } });
    prepare(f);
    const head = f.git("rev-parse", "HEAD");
    const error = await refusal(
      withLock(f.repo, async () =>
        captureTree(f.repo, await f.snapshot(), { ...CAPTURE, limit: 100, steering: [".gtd/TODO.md"] }),
      ),
    );
    expect(error).toMatchObject({ code, exit: 6 });
    expect(error.message + error.detail).toContain(name);
    expect(error.next.length).toBeGreaterThan(0);
    expect(f.git("rev-parse", "HEAD")).toBe(head);
    expect(readdirSync(f.path(".git/gtd"))).toEqual([]);
  });

  it("a steering file that is both tracked and ignored", async () => {
    const f = new Fixture({ files: { ".gtd/TODO.md": "x" } });
    f.write({ ".git/info/exclude": ".gtd\n", ".gtd/TODO.md": "y" });
    const error = await refusal(
      withLock(f.repo, async () =>
        captureTree(f.repo, await f.snapshot(), { ...CAPTURE, steering: [".gtd/TODO.md", ".gtd/OTHER.md"] }),
      ),
    );
    expect(error.detail).toContain('".gtd/TODO.md" by .git/info/exclude:1: .gtd');
  });

  it("none of these, when an option allows them or a link stays inside", async () => {
    const f = new Fixture({ files: { a: "1" } });
    f.write({ huge: "x".repeat(200), "dir/b": "1" });
    symlinkSync("/etc", f.path("etc"));
    symlinkSync("../a", f.path("dir/inside"));
    symlinkSync("nowhere", f.path("dangling"));
    await withLock(f.repo, async () => {
      const captured = await captureTree(f.repo, await f.snapshot(), {
        ...CAPTURE,
        limit: 100,
        allowLarge: true,
        allowLink: true,
        steering: ["dir/steering"],
      });
      expect(lines(captured.changes)).toEqual(["A dangling", "A dir/b", "A dir/inside", "A etc", "A huge"]);
      await expect(captureTree(f.repo, await f.snapshot(), { ...CAPTURE, allowLarge: true })).rejects.toMatchObject({
        message: '"etc" is a link that leaves the repository',
      });
    });
  });
});

/** Puts a counting git before the real one; answers how often it was called. */
function countCalls(f: Fixture): () => number {
  const dir = temporary("shim");
  const log = join(dir, "log");
  mkdirSync(dir);
  writeFileSync(log, "");
  const real = git(f.root, "--exec-path");
  writeFileSync(join(dir, "git"), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${join(real, "git")}' "$@"\n`, {
    mode: 0o755,
  });
  process.env["PATH"] = `${dir}${delimiter}${PATH}`;
  return () => readFileSync(log, "utf8").split("\n").length - 1;
}
