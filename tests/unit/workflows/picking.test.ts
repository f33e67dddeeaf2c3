import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderContent, vars } from "./bundled.ts";
import { Repo } from "./repo.ts";

const NEXT = ".gtd/NEXT.md";
const script = renderContent("picking", "script");

let repo: Repo;
beforeEach(() => {
  repo = new Repo();
  repo.write("a.txt", "a\n");
  repo.commit("project");
});
afterEach(() => repo.dispose());

const pkg = (name: string) => `.gtd/packages/${name}`;
const pick = () => {
  const { code, output } = repo.run(script);
  expect(output).toBe("");
  expect(code).toBe(0);
};

/** A turn that leaves these packages, of which `next` is the current one. */
function turn(subject: string, packages: readonly string[], next?: string): void {
  for (const name of packages) repo.write(pkg(name), `# ${name}\n`);
  if (next !== undefined) repo.write(NEXT, `${pkg(next)}\n`);
  repo.commit(subject);
}

describe("picking the next package", () => {
  it("takes the first by name after the plan was cut", () => {
    turn("gtd(agent): decomposing → picking", ["02-b.md", "01-a.md", "10-c.md"]);
    pick();
    expect(repo.read(NEXT)).toBe(".gtd/packages/01-a.md\n");
    expect(repo.pending()).toEqual(["?? .gtd/NEXT.md"]);
  });

  it("goes by bytes, not by the language", () => {
    turn("gtd(agent): decomposing → picking", ["a.md", "B.md", "é.md"]);
    pick();
    expect(repo.read(NEXT)).toBe(".gtd/packages/B.md\n");
  });

  it.each([["vetting"], ["checking"]])("removes the finished package after %s", (from) => {
    turn(`gtd(agent): ${from} → picking`, ["01-a.md", "02-b.md"], "01-a.md");
    pick();
    expect(repo.pending()).toEqual([" D .gtd/packages/01-a.md", " M .gtd/NEXT.md"]);
    expect(repo.read(NEXT)).toBe(".gtd/packages/02-b.md\n");
  });

  it.each([["skipping"], ["decomposing"], ["revising"]])("removes none after %s", (from) => {
    turn(`gtd(check): ${from} → picking`, ["01-a.md", "02-b.md"], "01-a.md");
    pick();
    expect(repo.pending()).toEqual([]);
  });

  it("removes the current package's name when none is left", () => {
    turn("gtd(agent): vetting → picking", ["01-a.md"], "01-a.md");
    pick();
    expect(repo.pending()).toEqual([" D .gtd/NEXT.md", " D .gtd/packages/01-a.md"]);
    expect(existsSync(join(repo.root, ".gtd/packages"))).toBe(false);
  });

  it("does nothing when there is neither a package nor a name", () => {
    turn("gtd(agent): vetting → picking", []);
    pick();
    expect(repo.pending()).toEqual([]);
  });

  it("goes on when the named package is gone already", () => {
    turn("gtd(agent): vetting → picking", ["02-b.md"], "01-a.md");
    pick();
    expect(repo.read(NEXT)).toBe(".gtd/packages/02-b.md\n");
  });

  it("removes verdict and reason, and keeps the last test run", () => {
    for (const name of ["VERDICT", "BLOCKED", "FEEDBACK"]) repo.write(`.gtd/${name}.md`, "x\n");
    turn("gtd(agent): vetting → picking", ["01-a.md"], "01-a.md");
    pick();
    expect(repo.read(".gtd/VERDICT.md")).toBeUndefined();
    expect(repo.read(".gtd/BLOCKED.md")).toBeUndefined();
    expect(repo.read(".gtd/FEEDBACK.md")).toBe("x\n");
  });

  it("does the same when it was killed and runs again", () => {
    turn("gtd(agent): vetting → picking", ["01-a.md", "02-b.md", "03-c.md"], "01-a.md");
    pick();
    const once = repo.pending();
    pick();
    expect(repo.pending()).toEqual(once);
    expect(repo.read(NEXT)).toBe(".gtd/packages/02-b.md\n");
    repo.remove(NEXT);
    pick();
    expect(repo.pending()).toEqual(once);
  });

  it("never removes a file that is no package, whatever the name file says", () => {
    for (const path of ["a.txt", ".gtd/packages/../../a.txt", ".gtd/packages/sub/x.md", "", ".gtd/packages/"]) {
      repo.write("b.md", "b\n");
      repo.write(".gtd/packages/sub/x.md", "x\n");
      repo.write(NEXT, `${path}\n`);
      repo.commit("gtd(agent): vetting → picking");
      pick();
      expect(repo.pending().filter((line) => !line.endsWith("NEXT.md"))).toEqual([]);
    }
  });

  it("keeps a finished package that was changed meanwhile, to be built again", () => {
    turn("gtd(agent): vetting → picking", ["01-a.md", "02-b.md"], "01-a.md");
    repo.write(pkg("01-a.md"), "# more\n");
    pick();
    expect(repo.read(pkg("01-a.md"))).toBe("# more\n");
    expect(repo.read(NEXT)).toBe(".gtd/packages/01-a.md\n");
  });

  it("leaves out what is no markdown, lies deeper or is ignored", () => {
    repo.write(".gitignore", ".gtd/packages/0-ignored.md\n");
    repo.write(pkg("0-ignored.md"), "x\n");
    repo.write(pkg("00-notes.txt"), "x\n");
    repo.write(pkg("00/deep.md"), "x\n");
    turn("gtd(agent): decomposing → picking", ["01-a.md"]);
    pick();
    expect(repo.read(NEXT)).toBe(".gtd/packages/01-a.md\n");
  });

  it("handles odd names", () => {
    const names = ["$(x).md", "*.md", "-rf.md", "a name.md", "line\nbreak.md", "quo\"te's.md"];
    turn("gtd(agent): decomposing → picking", names);
    for (const name of names) {
      pick();
      expect(repo.read(NEXT)).toBe(`${pkg(name)}\n`);
      repo.commit("gtd(agent): vetting → picking");
    }
    pick();
    expect(repo.read(NEXT)).toBeUndefined();
    expect(names.filter((name) => repo.read(pkg(name)) !== undefined)).toEqual([]);
  });

  it("works with SHA-256, after a root commit, with signatures shown and another encoding", () => {
    repo.dispose();
    repo = new Repo({ objectFormat: "sha256" });
    repo.git("config", "log.showSignature", "true");
    repo.git("config", "i18n.logOutputEncoding", "ISO-8859-1");
    turn("gtd(agent): vetting → picking", ["01-a.md", "02-b.md"], "01-a.md");
    pick();
    expect(repo.read(NEXT)).toBe(".gtd/packages/02-b.md\n");
  });

  it("goes by the variables, also with blanks in a path", () => {
    const moved = renderContent("picking", "script", { vars: { ...vars, packages: "work to do", next: "my next" } });
    repo.write("work to do/1.md", "x\n");
    repo.commit("gtd(agent): decomposing → picking");
    expect(repo.run(moved)).toEqual({ code: 0, output: "" });
    expect(repo.read("my next")).toBe("work to do/1.md\n");
  });
});

describe("checking", () => {
  const run = (testCommand: string) =>
    repo.run(renderContent("checking", "script", { vars: { ...vars, testCommand } }));

  it("removes the last verdict and gives the exit of the tests", () => {
    repo.write(".gtd/VERDICT.md", "Verdict: approve\n");
    expect(run("echo red; exit 3")).toEqual({ code: 3, output: "red\n" });
    expect(repo.read(".gtd/VERDICT.md")).toBeUndefined();
    expect(run("true")).toEqual({ code: 0, output: "" });
    expect(run("no-such-command-anywhere").code).toBe(127);
  });
});
