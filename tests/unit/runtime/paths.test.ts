import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readNamedFile, readWorkingFile, repositoryPath, safePath } from "../../../src/runtime/paths.ts";

let root: string;
let outside: string;

beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "gtd-paths-")));
  root = join(base, "repo");
  outside = join(base, "outside");
  mkdirSync(join(root, "dir"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, "secret"), "secret");
});

afterEach(() => rmSync(join(root, ".."), { recursive: true, force: true }));

describe("a path that a workflow names", () => {
  it.each([
    "",
    ".",
    "..",
    "../x",
    "a/../../x",
    "/etc/passwd",
    ".git",
    ".git/config",
    "a/.git/x",
    ".GIT/config",
    "a\0b",
  ])("is refused when it is %j", (path) => {
    expect(() => safePath(root, path)).toThrow(/cannot be used/);
  });

  it.each(["a", "dir/a", "-x", "a b", "new/deep/file", "ünïcode", "line\nbreak", "a..b", ".gitignore", ".github/x"])(
    "is taken when it is %j",
    (path) => {
      expect(safePath(root, path)).toBe(join(root, path));
    },
  );

  it("is refused when a link on the way leads out", () => {
    symlinkSync(outside, join(root, "link"));
    expect(() => safePath(root, "link/secret")).toThrow(/a link leads out/);
  });

  it("is not followed when it is itself a link", () => {
    symlinkSync(join(outside, "secret"), join(root, "link"));
    expect(() => readWorkingFile(root, "link")).toThrow(/symbolic link/);
  });

  it("reads as absent when a directory on the way is missing or a file", () => {
    writeFileSync(join(root, "file"), "");
    expect(readWorkingFile(root, "missing/x")).toBeUndefined();
    expect(readWorkingFile(root, "file/x")).toBeUndefined();
  });

  it("is refused when it is a directory", () => {
    expect(() => readWorkingFile(root, "dir")).toThrow(/no regular file/);
  });
});

describe("a path as typed", () => {
  const repo = (prefix: string) => ({ root, gitDir: "", commonDir: "", prefix });

  it("counts from the directory gtd was started in", () => {
    expect(repositoryPath(repo("dir"), "a.md")).toBe("dir/a.md");
    expect(repositoryPath(repo("dir"), "../a.md")).toBe("a.md");
    expect(repositoryPath(repo(""), join(root, "dir", "a.md"))).toBe("dir/a.md");
  });

  it("is refused outside the repository", () => {
    expect(() => repositoryPath(repo(""), "../outside/secret")).toThrow(/working tree/);
    expect(() => repositoryPath(repo("dir"), "..")).toThrow(/working tree/);
  });
});

describe("a file named on the command line", () => {
  it("may be the one that is always empty", () => {
    expect(readNamedFile("/dev/null")).toBe("");
  });

  it("may be one that the shell has opened", () => {
    writeFileSync(join(outside, "log"), "line 7 is wrong");
    const fd = openSync(join(outside, "log"), "r");
    try {
      expect(readNamedFile(`/dev/fd/${fd}`)).toBe("line 7 is wrong");
    } finally {
      closeSync(fd);
    }
  });

  it("is refused unopened when it could be waited for or read without end", () => {
    const pipe = join(outside, "pipe");
    execFileSync("mkfifo", [pipe]);
    expect(() => readNamedFile(pipe)).toThrow(/a named pipe, which is not waited for/);
    expect(() => readNamedFile("/dev/zero")).toThrow(/no regular file/);
    expect(() => readNamedFile(outside)).toThrow(/a directory/);
  });
});
