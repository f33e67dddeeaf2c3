import { cpSync, readFileSync, truncateSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readDiff } from "../../../src/git/diff.ts";
import { hashFile } from "../../../src/git/journal.ts";
import { withLock } from "../../../src/git/lock.ts";
import { closeWindow } from "../../../src/git/window.ts";
import { Fixture, git, lines, refusal, turn } from "./fixture.ts";

const REF = "refs/worktree/gtd/window";

let original: Fixture;
let base: string;
let tip: string;

beforeAll(async () => {
  original = new Fixture({ files: { "src/a": "1\n", plain: "1\n" } });
  base = original.git("rev-parse", "HEAD");
  await turn(original.write({ "src/a": "2\n", ".gtd/TODO.md": "plan" }), "gtd(human): a → b");
  tip = await turn(original.write({ "src/new": "3\n" }), "gtd(agent): b → review", {
    open: { base, keep: (path) => path.startsWith(".gtd/") },
  });
});

/** The review under way, of which the reviewer has changed one file. */
function reviewed(): Fixture {
  const f = new Fixture();
  f.remove(".git");
  cpSync(original.root, f.root, { recursive: true, preserveTimestamps: true });
  return f.write({ "src/a": "the reviewer's\n" });
}

/** The window file with one part replaced. */
function rewrite(f: Fixture, part: object): void {
  const file = f.path(".git/gtd/window.json");
  f.write({
    ".git/gtd/window.json": JSON.stringify({ ...(JSON.parse(readFileSync(file, "utf8")) as object), ...part }),
  });
}

type Damage = (f: Fixture) => void;

const DAMAGE: readonly (readonly [string, Damage])[] = [
  ["removed", (f) => f.remove(".git/gtd/window.json")],
  ["removed with all that gtd keeps beside it", (f) => f.remove(".git/gtd")],
  ["removed with its ref", (f) => (f.remove(".git/gtd/window.json"), f.git("update-ref", "-d", REF))],
  ["emptied", (f) => truncateSync(f.path(".git/gtd/window.json"), 0)],
  ["cut short", (f) => truncateSync(f.path(".git/gtd/window.json"), 60)],
  ["turned into a list", (f) => f.write({ ".git/gtd/window.json": "[]" })],
  ["given a shortened hash", (f) => rewrite(f, { commit: "abc" })],
  ["given a commit that is not there", (f) => rewrite(f, { commit: "1".repeat(40) })],
  ["given another branch", (f) => rewrite(f, { branch: "refs/heads/gone" })],
  ["given another tip", (f) => rewrite(f, { tip: base })],
];

describe("a review window whose file was", () => {
  it.each(DAMAGE)("%s is read through, shown, and closed with nothing lost", async (_, damage) => {
    const f = reviewed();
    damage(f);
    const snapshot = await f.snapshot();
    expect(snapshot).toMatchObject({ tip, branch: "refs/heads/main", window: { base, tip } });
    expect(lines(snapshot.changes)).toEqual(["M src/a"]);
    const diff = await readDiff(f.repo, { from: tip, to: null, exclude: () => false, limit: 10_000 });
    expect(diff).toContain("+the reviewer's");
    expect(diff).not.toContain("src/new");
    await withLock(f.repo, (lock) => closeWindow(lock, snapshot));
    expect(f.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(f.git("status", "--porcelain")).toBe(" M src/a");
    expect(f.git("for-each-ref", REF)).toBe("");
    expect(readFileSync(f.path("src/a"), "utf8")).toBe("the reviewer's\n");
  });

  it("lost keeps a commit that was made by hand above it", async () => {
    const f = reviewed();
    f.remove(".git/gtd/window.json");
    const mine = f.commit("by hand");
    const snapshot = await f.snapshot();
    expect(snapshot).toMatchObject({ tip, window: { head: mine } });
    expect(await withLock(f.repo, (lock) => closeWindow(lock, snapshot))).toEqual({ kept: mine });
    expect(f.git("rev-parse", "refs/worktree/gtd/adopted")).toBe(mine);
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a"]);
  });

  it("lost while its commit was amended is refused, and each command that is named recovers", async () => {
    const f = reviewed();
    f.remove(".git/gtd/window.json");
    f.git("commit", "--quiet", "--all", "--amend", "-m", "mine");
    const error = await refusal(f.snapshot());
    expect(error).toMatchObject({ code: "window-damaged", exit: 6 });
    const [back, stay] = error.next.map((line) => line.replace(/ {2}#.*/, ""));
    expect(back).toBe("git symbolic-ref HEAD refs/heads/main && git reset");
    f.git(...(stay ?? "").split(" ").slice(1));
    expect(await f.snapshot()).toMatchObject({ branch: null, tip: f.git("rev-parse", "HEAD") });
    f.git("symbolic-ref", "HEAD", "refs/heads/main");
    f.git("reset", "--quiet");
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a"]);
  });

  it("lost is no window any more where HEAD was detached on purpose", async () => {
    const f = reviewed();
    f.remove(".git/gtd/window.json");
    f.git("checkout", "--quiet", "--force", "--detach", "main");
    expect(await f.snapshot()).toMatchObject({ tip, branch: null });
    f.git("checkout", "--quiet", "main");
    expect((await f.snapshot()).window).toBeUndefined();
  });
});

describe("an index that is damaged", () => {
  it("is told by its name, and the command that is named makes it again", async () => {
    const f = reviewed();
    truncateSync(f.path(".git/gtd/window-index"), 20);
    const kept = await refusal(f.snapshot());
    expect(kept).toMatchObject({ code: "index-damaged", exit: 6 });
    expect(kept.next[0]).toContain(`rm "${f.path(".git/gtd/window-index")}"`);
    f.remove(".git/gtd/window-index");
    expect(lines((await f.snapshot()).changes)).toEqual(["M src/a"]);
    const g = reviewed();
    git(g.root, "checkout", "--quiet", "--force", "main");
    truncateSync(g.path(".git/index"), 20);
    const own = await refusal(g.snapshot());
    expect(own).toMatchObject({ code: "index-damaged", exit: 6 });
    g.remove(".git/index");
    g.git("reset", "--quiet");
    expect((await g.snapshot()).tip).toBe(tip);
  });
});

describe("a turn that was interrupted as it closed the window", () => {
  it("is read as done before anything finishes it", async () => {
    const f = reviewed();
    const index = f.path(".git/gtd/draft-1-index");
    cpSync(f.path(".git/gtd/window-index"), index);
    withIndex(f, index, "add", "--all");
    const tree = withIndex(f, index, "write-tree");
    const commit = f.git("commit-tree", tree, "-p", tip, "-m", "gtd(human): review → done");
    f.git("update-ref", "refs/heads/main", commit, tip);
    const window = JSON.parse(readFileSync(f.path(".git/gtd/window.json"), "utf8")) as { commit: string };
    f.write({
      ".git/gtd/journal.json": JSON.stringify({
        version: 1,
        operation: "turn",
        ref: "refs/heads/main",
        from: tip,
        to: commit,
        index: { file: "draft-1-index", hash: hashFile(index) },
        files: [],
        headBefore: { commit: window.commit },
        headAfter: { branch: "refs/heads/main" },
        window: null,
        kept: [],
        forget: [],
      }),
    });
    expect(await f.snapshot()).toMatchObject({ tip: commit, changes: [], journal: true });
    await withLock(f.repo, async () => {});
    expect(f.git("status", "--porcelain")).toBe("");
    expect(f.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
  });
});

function withIndex(f: Fixture, index: string, ...args: string[]): string {
  process.env["GIT_INDEX_FILE"] = index;
  try {
    return f.git(...args);
  } finally {
    delete process.env["GIT_INDEX_FILE"];
  }
}
