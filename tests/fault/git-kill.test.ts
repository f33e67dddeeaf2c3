import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { withLock } from "../../src/git/lock.ts";
import { findRepository } from "../../src/git/repository.ts";
import { readSnapshot } from "../../src/git/snapshot.ts";
import { git } from "../unit/git/fixture.ts";
import { fingerprint, gtd, meaning, prepareEnvironment, same, scene, watch } from "./scene.ts";
import type { Fingerprint, SceneName } from "./scene.ts";

// What the built gtd leaves when it is killed around any git call or file of its own is taken for what it is: behind
// the next changing command, even one that is refused, all is as if it had never started, or as if it had never been
// interrupted (document 3, 3.5). While gtd stands still, a copy of the repository is what a kill leaves; so one run
// gives every moment, and a sample is killed for real.

beforeAll(prepareEnvironment);

const OPERATIONS: readonly { readonly name: string; readonly at: SceneName; readonly command: readonly string[] }[] = [
  { name: "the first step of a process", at: "fresh, edited", command: ["step"] },
  { name: "the first step of a repository", at: "without commits", command: ["step"] },
  { name: "a step of an agent", at: "building", command: ["step", "agent", "--cost", "0.2"] },
  { name: "a step that leaves no trace", at: "building, all taken back", command: ["step", "agent"] },
  { name: "an attempt that changed nothing", at: "fresh", command: ["start", "look"] },
  { name: "a run that opens the window", at: "checking", command: ["run"] },
  { name: "a run that is red", at: "checking, red", command: ["run"] },
  { name: "a step that closes the window", at: "looking, edited", command: ["step"] },
  { name: "a step out of a window with a commit made by hand", at: "looking, edited, committed", command: ["step"] },
  { name: "a squash out of the window", at: "looking, approved", command: ["step"] },
  { name: "a squash", at: "looking, approved, window closed", command: ["step"] },
  { name: "a squash to the root", at: "looking, approved, from the root", command: ["step"] },
  { name: "undo", at: "building", command: ["undo"] },
  { name: "undo out of the window", at: "looking, edited", command: ["undo"] },
  { name: "abandon out of the window", at: "looking, edited", command: ["abandon"] },
  { name: "abandon to the root", at: "looking, approved, from the root", command: ["abandon"] },
  { name: "abandon that keeps foreign commits", at: "building, foreign", command: ["abandon", "--keep-commits"] },
  { name: "adopt", at: "building, foreign", command: ["adopt"] },
  { name: "restore of a squash", at: "squashed", command: ["restore"] },
  { name: "restore of an abandoned process", at: "abandoned", command: ["restore"] },
  { name: "opening the window", at: "looking, approved, window closed", command: ["window", "open"] },
  { name: "closing the window", at: "looking, edited", command: ["window", "close"] },
];

describe("a kill around any git call and any file of its own", () => {
  it.each(OPERATIONS)("of $name", { timeout: 120_000 }, async ({ at, command }) => {
    const root = await scene(at);
    const before = fingerprint(root);
    const { images, code, stderr } = await watch(root, command, "image");
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    const [after, meant] = [fingerprint(root), meaning(root)];
    expect(after).not.toEqual(before);
    const outcomes = new Map<string, string>();
    const last = images.findLast((image) => existsSync(join(image.root, ".git/gtd/journal.json")));
    for (const image of images) {
      if (image === last) await byRefusal(image.root, after);
      else outcomes.set(await recover(image.root, before, after), image.root);
    }
    expect([...outcomes.keys()].filter((outcome) => outcome !== "begun").toSorted()).toEqual([
      "finished",
      "never started",
    ]);
    for (const moment of ["never started", "begun"]) {
      const unfinished = outcomes.get(moment);
      if (unfinished !== undefined) await again({ moment, root: unfinished }, command, meant);
    }
  });

  it.each([
    { name: "a step", at: "building", command: ["step", "agent"] },
    { name: "a squash out of the window", at: "looking, approved", command: ["step"] },
  ] as const)("of $name that kill -9 ends for real", { timeout: 120_000 }, async ({ at, command }) => {
    const whole = await scene(at);
    const { events } = await watch(whole, command, "none");
    const meant = meaning(whole);
    // Around the move that decides.
    const decides = events.findIndex((event) => event.startsWith("git update-ref -m")) + 1;
    for (const moment of [`before ${decides}`, `during ${decides}`, `after ${decides + 1}`]) {
      const root = await scene(at);
      expect((await watch(root, command, `SIGKILL ${moment}`)).signal, moment).toBe("SIGKILL");
      await gtd(root, ["step", "nobody"]);
      if (JSON.stringify(meaning(root)) !== JSON.stringify(meant)) await again({ moment, root }, command, meant);
    }
  });
});

/** What the lock, which every changing command takes, makes of it. */
async function recover(
  root: string,
  before: Fingerprint,
  after: Fingerprint,
): Promise<"finished" | "begun" | "never started"> {
  await withLock(findRepository(root), async () => {});
  const now = fingerprint(root);
  if (same(now, before)) return "never started";
  if (same(now, after)) return "finished";
  // A script has its record and its files, its output may be in its place: all of it is made again.
  const records = now.state.filter((name) => !/^(?:agent\.json|writing-)/.test(name));
  expect({ ...now, files: [], state: records }).toEqual({ ...before, files: [] });
  return "begun";
}

/** The same command again comes to the same end, and what the interrupted one left is no fault to git. */
async function again(
  { moment, root }: { readonly moment: string; readonly root: string },
  command: readonly string[],
  meant: unknown,
): Promise<void> {
  const { code, stderr } = await gtd(root, command);
  expect({ moment, code, stderr }).toMatchObject({ moment, code: 0 });
  expect({ moment, ...meaning(root) }).toEqual({ moment, ...(meant as object) });
  expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
}

/** Reading changes nothing; a command that is refused finishes what was left. */
async function byRefusal(root: string, after: Fingerprint): Promise<void> {
  const found = fingerprint(root);
  expect((await readSnapshot(findRepository(root), { enough: () => true })).journal).toBe(true);
  expect(fingerprint(root)).toEqual(found);
  expect((await gtd(root, ["step", "nobody"])).code).toBe(1);
  expect(fingerprint(root)).toEqual(after);
  expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
}
