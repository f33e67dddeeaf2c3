import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { discoverConfig } from "../../../src/config/discover.ts";
import { CONFIG_NAMES } from "../../../src/config/names.ts";
import { ownershipFault } from "../../../src/config/ownership.ts";
import { UserError } from "../../../src/errors.ts";
import { makeDirectory } from "./directories.ts";

function thrownBy(run: () => unknown): UserError {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("discoverConfig", () => {
  it("reads from the home directory down to the repository, outermost first", () => {
    const home = makeDirectory({
      ".gtdrc": "shell: a",
      "work/.gtdrc.yaml": "shell: b",
      "work/repo/gtd.config.json": "{}",
      "work/repo/sub/.gtdrc": "never: read",
    });
    const root = path.join(home, "work/repo");
    expect(discoverConfig({ root, cwd: path.join(root, "sub"), home })).toEqual([
      { path: path.join(home, ".gtdrc"), text: "shell: a" },
      { path: path.join(home, "work/.gtdrc.yaml"), text: "shell: b" },
      { path: path.join(root, "gtd.config.json"), text: "{}" },
    ]);
  });

  it("does not look above the home directory", () => {
    const base = makeDirectory({ ".gtdrc": "shell: above", "home/repo/.gtdrc": "shell: in" });
    const home = path.join(base, "home");
    expect(discoverConfig({ root: path.join(home, "repo"), cwd: home, home }).map(({ text }) => text)).toEqual([
      "shell: in",
    ]);
    expect(discoverConfig({ root: home, cwd: home, home })).toEqual([]);
  });

  it("goes up to the root of the filesystem when home is no ancestor", () => {
    const base = makeDirectory({ ".gtdrc": "shell: above", "repo/x": "", "home/x": "" });
    expect(
      discoverConfig({ root: path.join(base, "repo"), cwd: base, home: path.join(base, "home") }).map(
        ({ text }) => text,
      ),
    ).toEqual(["shell: above"]);
    expect(discoverConfig({ root: path.join(base, "repo"), cwd: base, home: path.join(base, "gone") })).toHaveLength(1);
  });

  it("begins at the current directory outside a repository", () => {
    const home = makeDirectory({ "a/.gtdrc": "shell: a", "a/b/x": "" });
    expect(discoverConfig({ root: null, cwd: path.join(home, "a/b"), home }).map(({ text }) => text)).toEqual([
      "shell: a",
    ]);
  });

  it.each(CONFIG_NAMES)("knows the name %s", (name) => {
    const home = makeDirectory({ [name]: "shell: sh" });
    expect(discoverConfig({ root: home, cwd: home, home })).toHaveLength(1);
  });

  it("refuses two in one directory and names both", () => {
    const home = makeDirectory({ "gtd.config.yml": "", ".gtdrc.json": "" });
    const error = thrownBy(() => discoverConfig({ root: home, cwd: home, home }));
    expect([error.code, error.exit]).toEqual(["two-configurations", 7]);
    expect(error.message).toContain(`"${path.join(home, ".gtdrc.json")}" and "${path.join(home, "gtd.config.yml")}"`);
  });

  it("takes a directory called .gtdrc for none of its own", () => {
    const home = makeDirectory({ ".gtdrc/x": "", ".gtdrc.yaml": "shell: sh" });
    expect(discoverConfig({ root: home, cwd: home, home })).toHaveLength(1);
  });

  it("passes over a file outside the repository that others can write, and says so", () => {
    const home = makeDirectory({ ".gtdrc": "shell: evil", "repo/.gtdrc": "shell: own" });
    fs.chmodSync(path.join(home, ".gtdrc"), 0o666);
    fs.chmodSync(path.join(home, "repo/.gtdrc"), 0o666);
    const skipped: string[] = [];
    const root = path.join(home, "repo");
    const found = discoverConfig({
      root,
      cwd: root,
      home,
      onSkip: (file, why) => skipped.push(`${path.relative(home, file)}: ${why}`),
    });
    expect(found.map(({ text }) => text)).toEqual(["shell: own"]);
    expect(skipped).toEqual([".gtdrc: others can write it: chmod go-w"]);
    expect(discoverConfig({ root: null, cwd: root, home })).toEqual([]);
  });

  it("does not count a file that it passes over as one of two", () => {
    const home = makeDirectory({ ".gtdrc": "shell: evil", ".gtdrc.yaml": "shell: own", "repo/x": "" });
    fs.chmodSync(path.join(home, ".gtdrc"), 0o622);
    expect(discoverConfig({ root: path.join(home, "repo"), cwd: home, home }).map(({ text }) => text)).toEqual([
      "shell: own",
    ]);
  });

  it("follows a link to the file itself, and judges that one", () => {
    const home = makeDirectory({ "dotfiles/gtd.yaml": "shell: linked", "repo/x": "" });
    fs.symlinkSync("dotfiles/gtd.yaml", path.join(home, ".gtdrc"));
    const options = { root: path.join(home, "repo"), cwd: home, home };
    expect(discoverConfig(options)).toEqual([{ path: path.join(home, "dotfiles/gtd.yaml"), text: "shell: linked" }]);
    fs.chmodSync(path.join(home, "dotfiles/gtd.yaml"), 0o606);
    expect(discoverConfig(options)).toEqual([]);
  });

  it("says when a configuration cannot be read", () => {
    const home = makeDirectory();
    fs.symlinkSync("nowhere", path.join(home, ".gtdrc"));
    const error = thrownBy(() => discoverConfig({ root: home, cwd: home, home }));
    expect([error.code, error.exit]).toEqual(["unreadable-configuration", 7]);
    fs.rmSync(path.join(home, ".gtdrc"));
    fs.mkdirSync(path.join(home, "directory"));
    fs.symlinkSync("directory", path.join(home, ".gtdrc"));
    expect(thrownBy(() => discoverConfig({ root: home, cwd: home, home })).detail).toBe("it is a directory");
  });
});

describe("the owner of a file", () => {
  it.each([
    [{ uid: 5, mode: 0o644 }, 5, undefined],
    [{ uid: 0, mode: 0o644 }, 5, undefined],
    [{ uid: 6, mode: 0o600 }, 5, "it belongs to another user"],
    [{ uid: 5, mode: 0o664 }, 5, "others can write it: chmod go-w"],
    [{ uid: 0, mode: 0o646 }, 5, "others can write it: chmod go-w"],
  ])("%j read by %s: %s", (stats, user, expected) => {
    expect(ownershipFault(stats, user)).toBe(expected);
  });

  it("is not asked where the system has none", () => {
    const { getuid } = process;
    try {
      delete process.getuid;
      expect(ownershipFault({ uid: 6, mode: 0o666 })).toBeUndefined();
    } finally {
      if (getuid !== undefined) process.getuid = getuid;
    }
  });
});
