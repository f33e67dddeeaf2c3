import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWorkingFile, repositoryPath, safePath } from "../../../src/runtime/paths.ts";

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
