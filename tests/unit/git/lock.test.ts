import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { describeSelf, isAlive, parseHolder, renderHolder } from "../../../src/git/holder.ts";
import { withLock } from "../../../src/git/lock.ts";
import { CAPTURE, Fixture, refusal, turn } from "./fixture.ts";
import { captureTree } from "../../../src/git/capture.ts";
import { commitTurn } from "../../../src/git/turn.ts";

const dead = (): string => renderHolder({ ...describeSelf(), pid: spawnSync("true").pid, start: "1" });
const place = (f: Fixture, text: string): Fixture => f.write({ ".git/gtd/lock": text });

describe("the worktree's lock", () => {
  it("lets one in at a time and leaves nothing behind", async () => {
    const f = new Fixture({ files: { a: "1" } });
    let inside = 0;
    await Promise.all(
      Array.from({ length: 5 }, () =>
        withLock(f.repo, async () => {
          expect(++inside).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
        }),
      ),
    );
    expect(readdirSync(f.path(".git/gtd"))).toEqual([]);
  });

  it("is released when the work fails", async () => {
    const f = new Fixture({ files: { a: "1" } });
    await expect(
      withLock(f.repo, async () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await withLock(f.repo, async () => {});
  });

  it("of a dead process is taken over, by one of many", async () => {
    const f = place(new Fixture({ files: { a: "1" } }), dead());
    let inside = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(f.repo, async () => {
          expect(++inside).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
        }),
      ),
    );
    expect(readdirSync(f.path(".git/gtd"))).toEqual([]);
  });

  it("of a live process, of another machine and of nobody is refused by name", async () => {
    const f = new Fixture({ files: { a: "1" } });
    for (const [text, named] of [
      [renderHolder(describeSelf()), `process ${process.pid} on "${hostname()}"`],
      [renderHolder({ ...describeSelf(), host: "elsewhere" }), 'on "elsewhere"'],
      ["what is this", "an unknown process"],
    ] as const) {
      place(f, text);
      const error = await refusal(withLock(f.repo, async () => {}, { wait: 30 }));
      expect(error).toMatchObject({ code: "locked", exit: 6 });
      expect(error.message).toContain(named);
      expect(readFileSync(f.path(".git/gtd/lock"), "utf8")).toBe(text);
    }
  });

  it("tells a process from a later one with the same number, and from before a reboot", () => {
    const self = describeSelf();
    expect(isAlive(self)).toBe(true);
    if (self.start !== "") expect(isAlive({ ...self, start: "1" })).toBe(false);
    if (self.boot !== "") expect(isAlive({ ...self, boot: "another" })).toBe(false);
    expect(parseHolder(renderHolder(self))).toEqual(self);
    for (const text of ["", "{}", "null", '{"pid":1}', JSON.stringify({ ...self, nonce: "../x" })])
      expect(parseHolder(text)).toBeUndefined();
  });
});

describe("git's own index lock", () => {
  it("is waited for, then refused with nothing changed, and never removed", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const head = f.git("rev-parse", "HEAD");
    f.write({ a: "2", ".git/index.lock": "another's" });
    expect(await refusal(turn(f, "gtd(human): a → b"))).toMatchObject({ code: "index-locked", exit: 6 });
    expect(readFileSync(f.path(".git/index.lock"), "utf8")).toBe("another's");
    expect(f.git("rev-parse", "HEAD")).toBe(head);
    expect(readdirSync(f.path(".git/gtd"))).toEqual([]);
    f.remove(".git/index.lock");
    await turn(f, "gtd(human): a → b");
    expect(f.git("status", "--porcelain")).toBe("");
  });
});

describe("a change of HEAD", () => {
  it.each([
    ["a commit of another process", (f: Fixture) => f.git("commit", "--quiet", "--allow-empty", "-m", "other")],
    ["another branch checked out", (f: Fixture) => f.git("checkout", "--quiet", "-b", "other")],
  ])("is refused after %s, with nothing lost", async (_, meddle) => {
    const f = new Fixture({ files: { a: "1" } });
    f.write({ a: "2" });
    const error = await refusal(
      withLock(f.repo, async (lock) => {
        const snapshot = await f.snapshot();
        const captured = await captureTree(f.repo, snapshot, CAPTURE);
        meddle(f);
        await commitTurn(lock, { snapshot, captured, message: "gtd(human): a → b\n", hooks: "never" });
      }),
    );
    expect(error).toMatchObject({ code: "head-moved", exit: 6 });
    expect(f.git("log", "-1", "--format=%s")).not.toContain("gtd");
    expect(readFileSync(f.path("a"), "utf8")).toBe("2");
    expect(existsSync(f.path(".git/index.lock"))).toBe(false);
    expect(readdirSync(f.path(".git/gtd"))).toEqual([]);
  });

  it("whose journal is damaged stops every changing command and says what to do", async () => {
    const f = new Fixture({ files: { a: "1" } });
    f.write({ ".git/gtd/journal.json": "{" });
    const error = await refusal(withLock(f.repo, async () => {}));
    expect(error).toMatchObject({ code: "journal-damaged", exit: 6 });
    expect(error.next.join("\n")).toContain("journal.json");
    writeFileSync(f.path(".git/gtd/journal.json"), '{"version":2}');
    expect((await refusal(withLock(f.repo, async () => {}))).code).toBe("journal-damaged");
    expect((await f.snapshot()).journal).toBe(true);
  });
});
