import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { withLock } from "../../src/git/lock.ts";
import { findRepository } from "../../src/git/repository.ts";
import { readSnapshot } from "../../src/git/snapshot.ts";
import { Fixture, git, squashAll, turn } from "../unit/git/fixture.ts";
import { perform } from "./git-driver.ts";
import { copy, fingerprint, prepareFaults, run, same, worked } from "./git-scene.ts";
import type { Fingerprint } from "./git-scene.ts";

// What the driver leaves when it dies before or after any git call of any operation is taken for what it is: after
// the next command's recovery all is as if it had never started, or as if it had never been interrupted (document 3,
// 3.5). While a call runs the driver waits, so a copy made then is what a kill leaves; one operation is killed for real.

beforeAll(prepareFaults);

async function hooked(): Promise<Fixture> {
  const f = await worked();
  mkdirSync(f.path(".git/hooks"), { recursive: true });
  for (const name of ["pre-commit", "commit-msg", "post-commit"])
    writeFileSync(f.path(`.git/hooks/${name}`), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  return f;
}

async function windowed(): Promise<Fixture> {
  const f = await worked();
  await perform(f.root, "turn that opens a window");
  return f.write({ "src/a": "the reviewer's", ".gtd/APPROVED": "again" });
}

async function squashed(): Promise<Fixture> {
  const f = await worked();
  const tip = f.git("rev-parse", "HEAD");
  await squashAll(f, f.git("rev-parse", "HEAD~2"), {
    message: `feat: x\n\nGtd-History: ${tip}\n`,
    consumed: [".gtd/APPROVED"],
  });
  f.git("checkout", "--quiet", "--", ".");
  return f.remove("src/pending", ".gtd");
}

async function handmade(): Promise<Fixture> {
  const f = await windowed();
  f.commit("by hand");
  return f.write({ more: "1" });
}

async function abandoned(): Promise<Fixture> {
  const f = new Fixture({ files: { "src/a": "1" } });
  await turn(f.write({ "src/a": "2", b: "2" }), "gtd(human): a → b");
  await perform(f.root, "undo");
  return f;
}

const SCENES: readonly (readonly [operation: string, when: string, prepare: () => Promise<Fixture>])[] = [
  ["turn", "", worked],
  ["turn with hooks", "", hooked],
  ["turn that opens a window", "", worked],
  ["turn that opens a window", "and closes another", windowed],
  ["turn", "that closes a window with a commit made by hand", handmade],
  ["squash", "", hooked],
  ["squash", "out of a window", windowed],
  ["squash to the root", "", worked],
  ["abandon", "", worked],
  ["abandon at the root", "", worked],
  ["undo", "out of a window", windowed],
  ["adopt", "", worked],
  ["restore", "of a squash", squashed],
  ["restore", "of an undone turn", abandoned],
  ["return without a trace", "", worked],
  ["open window", "", worked],
  ["close window", "", windowed],
];

describe("an interruption at any git call", () => {
  it.each(SCENES)("%s %s", { timeout: 240_000 }, async (operation, _, prepare) => {
    const f = await prepare();
    const before = fingerprint(f.root);
    const { images, stderr } = await run(f.root, operation, "image");
    expect(stderr).toBe("");
    const after = fingerprint(f.root);
    expect(after).not.toEqual(before);
    expect(images.length).toBeGreaterThan(6);
    const outcomes = new Map<string, string>();
    for (const { root, kill } of images) outcomes.set(await recover(root, kill, before, after), root);
    expect([...outcomes.keys()].sort()).toEqual(["finished", "never started"]);
    for (const root of outcomes.values()) expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
  });

  it("a turn that kill -9 ends for real", { timeout: 240_000 }, async () => {
    const f = await worked();
    const before = fingerprint(f.root);
    const whole = copy(f.root);
    const { images } = await run(whole, "turn", "image");
    const after = fingerprint(whole);
    const outcomes = [];
    for (const { kill } of images) {
      const root = copy(f.root);
      expect((await run(root, "turn", kill)).code).toBeNull();
      outcomes.push(await recover(root, kill, before, after));
    }
    expect(new Set(outcomes).size).toBe(2);
  });
});

/** What the next command finds and makes of it. */
async function recover(
  root: string,
  kill: string,
  before: Fingerprint,
  after: Fingerprint,
): Promise<"finished" | "never started"> {
  const repo = findRepository(root);
  const found = fingerprint(root);
  if (found.state.includes("journal.json")) {
    // A read command tells of the journal and changes nothing.
    expect((await readSnapshot(repo, { enough: () => true })).journal).toBe(true);
    expect(fingerprint(root)).toEqual(found);
  }
  await withLock(repo, async () => {});
  expect(existsSync(join(root, ".git/index.lock"))).toBe(false);
  const now = fingerprint(root);
  if (same(now, before)) return "never started";
  expect({ kill, ...now }).toEqual({ kill, ...after });
  return "finished";
}
