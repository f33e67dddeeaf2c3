import { chmodSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderContent } from "./bundled.ts";
import { Repo } from "./repo.ts";

const TODO = ".gtd/TODO.md";
const script = renderContent("capturing", "script");
const binary = Buffer.from([0, 1, 2, 255, 254, 0, 10, 13]);

let repo: Repo;
beforeEach(() => {
  repo = new Repo();
});
afterEach(() => repo.dispose());

/** The human's turn: what `change` does on top of a project with two files. */
function sketch(change: () => void): void {
  repo.write("kept.txt", "kept\n");
  repo.write("old.txt", "one\ntwo\n");
  repo.commit("project");
  change();
  repo.commit("gtd(human): idle → capturing");
}

/** Applies the diff that the plan holds to the parent's files, and says whether that gives the sketch again. */
function diffRestoresTheSketch(): boolean {
  const todo = repo.read(TODO) ?? "";
  const fence = /^(`{3,})diff$/m.exec(todo)?.[1] ?? "";
  const diff = todo.slice(todo.indexOf(`${fence}diff\n`) + fence.length + 5, todo.lastIndexOf(`${fence}\n`));
  repo.write(".git/sketch.patch", diff);
  repo.git("add", "-A");
  repo.git("apply", "--index", ".git/sketch.patch");
  return repo.git("diff", "--cached", "--name-only", "HEAD", "--", ".", ":!.gtd") === "";
}

describe("capturing a sketch", () => {
  it("takes new, changed and deleted files back and keeps their diff after the sketch's text", () => {
    sketch(() => {
      repo.write("new/file.txt", "new\n");
      repo.write("old.txt", "one\nTWO\n");
      repo.remove("kept.txt");
      repo.write(TODO, "# Idea\n\nwords");
    });
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(repo.pending()).toEqual([" D new/file.txt", " M .gtd/TODO.md", " M old.txt", "?? kept.txt"].toSorted());
    expect(repo.read("kept.txt")).toBe("kept\n");
    expect(repo.read("old.txt")).toBe("one\ntwo\n");
    expect(repo.read("new/file.txt")).toBeUndefined();
    expect(repo.read(TODO)).toMatch(/^# Idea\n\nwords\n\n## Rough Change\n\n.*\n\n```diff\ndiff --git a\/kept\.txt/);
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it("writes the plan when there was no text", () => {
    sketch(() => repo.write("new.txt", "new\n"));
    expect(repo.run(script).code).toBe(0);
    expect(repo.read(TODO)).toMatch(/^## Rough Change\n/);
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it("keeps binary files, file modes and files without a last line break", () => {
    sketch(() => {
      repo.write("image.bin", binary);
      repo.write("old.txt", "one\ntwo");
      chmodSync(join(repo.root, "kept.txt"), 0o755);
    });
    expect(repo.run(script).code).toBe(0);
    expect(statSync(join(repo.root, "kept.txt")).mode & 0o111).toBe(0);
    expect(repo.read("image.bin")).toBeUndefined();
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it("uses a fence longer than any in the diff", () => {
    sketch(() => repo.write("doc.md", "`````js\n1\n`````\n```\n"));
    expect(repo.run(script).code).toBe(0);
    expect(repo.read(TODO)).toContain("\n``````diff\n");
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it("leaves gtd's files and the configuration where they are", () => {
    sketch(() => {
      repo.write(".gtdrc.yaml", "vars: {}\n");
      repo.write("gtd.config.json", "{}\n");
      repo.write(".gtd/notes.md", "note\n");
      repo.write(TODO, "idea\n");
    });
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(repo.pending()).toEqual([]);
  });

  it("does nothing after a root commit", () => {
    repo.write("a.txt", "a\n");
    repo.commit("gtd(human): idle → capturing");
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(repo.pending()).toEqual([]);
  });

  it("handles odd names", () => {
    const names = [
      "a name with blanks.txt",
      "-rf",
      "quo\"te's.txt",
      "line\nbreak.txt",
      "*.txt",
      ":(top)x",
      "ünï.txt",
      "[a].txt",
    ];
    sketch(() => {
      for (const name of names) repo.write(name, "odd\n");
      repo.write("dir/z.txt", "z\n");
    });
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect([...names, "dir/z.txt"].filter((name) => repo.read(name) !== undefined)).toEqual([]);
    expect(repo.read("old.txt")).toBe("one\ntwo\n");
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it("works when a file became a directory, and back", () => {
    sketch(() => {
      repo.remove("old.txt");
      repo.write("old.txt/inside.txt", "in\n");
    });
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(repo.read("old.txt")).toBe("one\ntwo\n");
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it("does not reach through a link that became a directory", () => {
    repo.write("outside/x.txt", "not ours\n");
    symlinkSync("outside", join(repo.root, "dir"));
    sketch(() => {
      repo.remove("dir");
      repo.write("dir/x.txt", "x\n");
    });
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(readlinkSync(join(repo.root, "dir"))).toBe("outside");
    expect(repo.read("outside/x.txt")).toBe("not ours\n");
  });

  it("works with SHA-256", () => {
    repo.dispose();
    repo = new Repo({ objectFormat: "sha256" });
    sketch(() => repo.write("new.txt", "new\n"));
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it("is not led astray by the user's settings for diffs", () => {
    sketch(() => repo.write("old.txt", "one\nTWO\n"));
    repo.git("config", "diff.noprefix", "true");
    repo.git("config", "color.ui", "always");
    repo.git("config", "diff.external", "false");
    repo.git("config", "log.showSignature", "true");
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    repo.git("config", "--unset", "diff.external");
    repo.git("config", "--unset", "diff.noprefix");
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it("leaves the index as it was", () => {
    sketch(() => repo.write("new.txt", "new\n"));
    const before = repo.git("ls-files", "-s");
    expect(repo.run(script).code).toBe(0);
    expect(repo.git("ls-files", "-s")).toBe(before);
  });
});

describe("capturing again after a kill", () => {
  beforeEach(() =>
    sketch(() => {
      repo.write("new.txt", "new\n");
      repo.write("old.txt", "one\nTWO\n");
      repo.remove("kept.txt");
      repo.write(TODO, "idea\n");
    }),
  );

  it("gives the same as one run", () => {
    repo.run(script);
    const once = { todo: repo.read(TODO), pending: repo.pending() };
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect({ todo: repo.read(TODO), pending: repo.pending() }).toEqual(once);
  });

  it("finishes what was half done", () => {
    repo.write("old.txt", "one\ntwo\n");
    repo.remove("new.txt");
    expect(repo.run(script)).toEqual({ code: 0, output: "" });
    expect(repo.read("kept.txt")).toBe("kept\n");
    expect(diffRestoresTheSketch()).toBe(true);
  });

  it.each([
    ["a changed file", "old.txt"],
    ["a new file", "new.txt"],
    ["a deleted file", "kept.txt"],
    ["the plan", TODO],
  ])("touches nothing when %s holds something else by now", (_what, path) => {
    repo.write(path, "typed meanwhile\n");
    const before = repo.pending();
    const { code, output } = repo.run(script);
    expect(code).toBe(1);
    expect(output).toBe(`changed since the last turn, so nothing was touched:\n${path}\n`);
    expect(repo.pending()).toEqual(before);
    expect(repo.read(path)).toBe("typed meanwhile\n");
  });

  it("lets other pending files be", () => {
    repo.write("other.txt", "mine\n");
    expect(repo.run(script).code).toBe(0);
    expect(repo.read("other.txt")).toBe("mine\n");
  });
});

it("ignored files in a directory that gives way to a file are not lost", () => {
  sketch(() => {
    repo.write(".gitignore", "*.log\n");
    repo.remove("old.txt");
    repo.write("old.txt/inside.txt", "in\n");
    repo.write("old.txt/run.log", "log\n");
  });
  const { code, output } = repo.run(script);
  expect(code).toBe(1);
  expect(output).toContain("old.txt/run.log");
  expect(repo.read("old.txt/run.log")).toBe("log\n");
});
