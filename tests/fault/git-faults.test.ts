import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { withLock } from "../../src/git/lock.ts";
import { findRepository } from "../../src/git/repository.ts";
import { Fixture, git, refusal, turn } from "../unit/git/fixture.ts";
import { copy, fingerprint, prepareFaults, run, same, worked } from "./git-scene.ts";

beforeAll(prepareFaults);

describe("a git that fails", () => {
  it.each([
    ["turn", ["refused"]],
    ["squash", ["finished", "refused"]],
  ])(
    "at any call of a %s is a refusal with nothing changed, or is made good by the next command",
    { timeout: 240_000 },
    async (operation, possible) => {
      const f = await worked();
      const before = fingerprint(f.root);
      const whole = copy(f.root);
      const { calls } = await run(whole, operation, "none");
      const after = fingerprint(whole);
      const outcomes = new Set<string>();
      for (let n = 1; n <= calls; n++) {
        const root = copy(f.root);
        const { code, stderr } = await run(root, operation, `fail ${n}`);
        const refused = fingerprint(root);
        if (code !== 0) expect(stderr).toContain("UserError: ");
        if (!refused.state.includes("journal.json")) {
          // What nobody needs may fail: the hook behind the commit.
          expect({ n, ...refused }).toEqual({ n, ...(code === 0 ? after : before) });
        }
        await withLock(findRepository(root), async () => {});
        const now = fingerprint(root);
        outcomes.add(same(now, before) ? "refused" : "finished");
        if (!same(now, before)) expect({ n, ...now }).toEqual({ n, ...after });
        expect(existsSync(join(root, ".git/index.lock"))).toBe(false);
      }
      expect([...outcomes].sort()).toEqual(possible);
    },
  );
});

describe("many at once", () => {
  it("make a linear history in which every turn is complete", { timeout: 120_000 }, async () => {
    const f = await worked();
    const count = Number(f.git("rev-list", "--count", "HEAD"));
    const runs = await Promise.all(Array.from({ length: 6 }, () => run(f.root, "turn", "none")));
    const done = runs.filter(({ code }) => code === 0).length;
    for (const { code, stderr } of runs) if (code !== 0) expect(stderr).toContain("holds its lock");
    expect(done).toBeGreaterThan(0);
    expect(Number(f.git("rev-list", "--count", "HEAD"))).toBe(count + done);
    expect(f.git("rev-list", "--merges", "HEAD")).toBe("");
    expect(f.git("status", "--porcelain")).toBe("");
    expect(f.git("fsck", "--no-progress", "--no-dangling")).toBe("");
    expect(fingerprint(f.root).state).toEqual([]);
  });
});

describe("an unfit git directory", () => {
  it("that cannot be written is a refusal with nothing changed", async () => {
    const f = new Fixture({ files: { a: "1" } });
    writeFileSync(f.path(".git/gtd"), "in the way");
    f.write({ a: "2" });
    expect(await refusal(turn(f, "gtd(human): a → b"))).toMatchObject({ code: "git-directory", exit: 6 });
    rmSync(f.path(".git/gtd"));
    await turn(f, "gtd(human): a → b");
  });

  it("whose journal cannot be written leaves HEAD and index alone", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const head = f.git("rev-parse", "HEAD");
    const index = readFileSync(f.path(".git/index"));
    f.write({ a: "2" });
    mkdirSync(f.path(".git/gtd"));
    // A directory of that name stands for a disk that takes no more.
    const error = await refusal(withJournalBlocked(f, () => turn(f, "gtd(human): a → b")));
    expect(error.exit).toBe(6);
    expect(f.git("rev-parse", "HEAD")).toBe(head);
    expect(readFileSync(f.path(".git/index")).equals(index)).toBe(true);
    expect(existsSync(f.path(".git/index.lock"))).toBe(false);
  });

  it("that misses an object is a refusal, and says how to look", async () => {
    const f = new Fixture({ files: { a: "1", "deep/b": "1" } });
    const tree = f.git("rev-parse", "HEAD:deep");
    f.write({ a: "2" });
    rmSync(f.path(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`));
    const error = await refusal(turn(f, "gtd(human): a → b"));
    expect(error).toMatchObject({ exit: 6 });
    expect(git(f.root, "log", "-1", "--format=%s")).toBe("initial");
  });
});

async function withJournalBlocked<T>(f: Fixture, work: () => Promise<T>): Promise<T> {
  mkdirSync(f.path(`.git/gtd/draft-${process.pid}-flush`));
  const keep = setInterval(() => mkdirSync(f.path(`.git/gtd/draft-${process.pid}-flush`), { recursive: true }), 1);
  try {
    return await work();
  } finally {
    clearInterval(keep);
  }
}
