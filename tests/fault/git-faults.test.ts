import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { withLock } from "../../src/git/lock.ts";
import { commitTurn } from "../../src/git/turn.ts";
import { Fixture, git, refusal, turn } from "../unit/git/fixture.ts";
import { fingerprint, gtd, meaning, prepareEnvironment, same, scene, watch } from "./scene.ts";
import type { SceneName } from "./scene.ts";

beforeAll(prepareEnvironment);

/** Events that a fault of this kind can hit; in the order they come. */
function eventsOf(events: readonly string[], pattern: RegExp): number[] {
  return events.flatMap((event, index) => (pattern.test(event) ? [index + 1] : []));
}

const SENTENCE = /^gtd: (?!a fault)/;

interface Broken {
  readonly at: SceneName;
  readonly command: readonly string[];
  readonly faults: (events: readonly string[]) => readonly string[];
  /** What stderr says, whatever was hit. */
  readonly told: RegExp;
}

/** Each fault refuses with a sentence and nothing changed, or is made good by the same command without it. */
async function breakEach({ at, command, faults, told }: Broken): Promise<readonly string[]> {
  const whole = await scene(at);
  const { events } = await watch(whole, command, "none");
  const [after, meant] = [fingerprint(whole), meaning(whole)];
  const outcomes: string[] = [];
  for (const fault of faults(events)) {
    const root = await scene(at);
    const before = fingerprint(root);
    const { code, stderr } = await watch(root, command, fault);
    const about = { fault, event: events[parseInt(fault.split(" ")[2] ?? "", 10) - 1], code, stderr };
    const now = fingerprint(root);
    if (code === 0) {
      // What nobody needs may fail: tidying up, or the hook behind the commit.
      expect({ about, head: now.head, refs: now.refs, files: now.files }).toEqual({
        about,
        head: after.head,
        refs: after.refs,
        files: after.files,
      });
      outcomes.push("finished");
      continue;
    }
    expect(about).toMatchObject({ code: 6, stderr: expect.stringMatching(SENTENCE) });
    expect(stderr).toMatch(told);
    expect(stderr).toContain("next:");
    outcomes.push(same(now, before) ? "refused" : "left");
    if (same(now, before)) continue;
    // What could not be tidied up is tidied up by the next command, and the rest done or done again.
    await gtd(root, ["step", "nobody"]);
    if (JSON.stringify(meaning(root)) !== JSON.stringify(meant)) {
      expect({ about, ...fingerprint(root) }).toEqual({ about, ...before });
      outcomes.push("taken back");
    } else outcomes.push("made good");
  }
  return outcomes;
}

const GIT_WRITES = /^git (add|write-tree|commit-tree|read-tree|update-index|update-ref|symbolic-ref)/;
const ADDS = /^(openSync|writeFileSync|mkdirSync|copyFileSync)/;

describe("a fault at any call", () => {
  it("of git is a refusal with nothing changed, or made good by the next command", { timeout: 120_000 }, async () => {
    const outcomes = await breakEach({
      at: "looking, approved",
      command: ["step"],
      faults: (events) => eventsOf(events, /^git (?!hook)/).map((number) => `fail at ${number}`),
      told: /git|HEAD/,
    });
    expect(new Set(outcomes)).toEqual(new Set(["refused", "left", "made good"]));
  });

  it("a disk that is full from any write on is told in one sentence", { timeout: 120_000 }, async () => {
    const outcomes = await breakEach({
      at: "building",
      command: ["step", "agent"],
      faults: (events) =>
        [...eventsOf(events, ADDS), ...eventsOf(events, GIT_WRITES)].map((number) => `ENOSPC from ${number}`),
      told: /^gtd: the disk is full/,
    });
    expect(new Set(outcomes)).toEqual(new Set(["refused"]));
  });

  it("a disk that is full between the move of HEAD and what belongs to it", { timeout: 120_000 }, async () => {
    const outcomes = await breakEach({
      at: "looking, approved",
      command: ["step"],
      faults: (events) => eventsOf(events, /^git update-ref -m/).map((number) => `ENOSPC from ${number + 1}`),
      told: /HEAD has moved[\s\S]*No space left on device/,
    });
    expect(outcomes).toEqual(["left", "made good"]);
  });

  it("a git directory that turns read-only at any moment", { timeout: 120_000 }, async () => {
    const outcomes = await breakEach({
      at: "building",
      command: ["step", "agent"],
      faults: (events) =>
        [1, 2, 4, ...eventsOf(events, /(renameSync|linkSync|unlinkSync) |^git (add|update-ref)/).slice(1)].map(
          (number) => `EROFS from ${number}`,
        ),
      told: /cannot write into|may not read or write|could not be finished/,
    });
    expect(new Set(outcomes)).toEqual(new Set(["refused", "left", "taken back", "made good", "finished"]));
  });
});

describe("an unfit git directory", () => {
  it("that holds a file where gtd's own directory belongs is a refusal with nothing changed", async () => {
    const f = new Fixture({ files: { a: "1" } });
    writeFileSync(f.path(".git/gtd"), "in the way");
    f.write({ a: "2" });
    expect(await refusal(turn(f, "gtd(human): a → b"))).toMatchObject({ code: "git-directory", exit: 6 });
    rmSync(f.path(".git/gtd"));
    await turn(f, "gtd(human): a → b");
  });

  it.each(["missing", "corrupt"])("with an object that is %s is a refusal, and says how to look", async (how) => {
    const root = await scene("building");
    const tree = git(root, "rev-parse", "HEAD:src");
    const file = join(root, ".git/objects", tree.slice(0, 2), tree.slice(2));
    rmSync(file);
    if (how === "corrupt") writeFileSync(file, "no object");
    const before = fingerprint(root);
    const { code, stderr } = await gtd(root, ["step", "agent"]);
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining("git fsck") });
    expect(fingerprint(root)).toEqual(before);
  });

  it.each([
    ["HEAD.lock", "building", "step", "agent"],
    ["refs/heads/main.lock", "building", "step", "agent"],
    ["index.lock", "building", "step", "agent"],
    ["HEAD.lock", "looking, edited", "step"],
    ["refs/heads/main.lock", "looking, edited", "abandon"],
    ["index.lock", "looking, edited", "window", "close"],
  ] as const)("%s held by another, %s: %s", { timeout: 60_000 }, async (lock, at, ...command) => {
    const root = await scene(at);
    writeFileSync(join(root, ".git", lock), "another's");
    const before = fingerprint(root);
    const { code, stderr } = await gtd(root, command);
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringMatching(/^gtd: another git process holds/) });
    expect(stderr).toContain(`${lock.split("/").at(-1) ?? ""}`);
    expect(stderr).toContain("run the command again");
    expect(fingerprint(root)).toEqual(before);
    expect(readFileSync(join(root, ".git", lock), "utf8")).toBe("another's");
    rmSync(join(root, ".git", lock));
    expect((await gtd(root, command)).code).toBe(0);
  });

  it("a signer that waits for a terminal is ended in time, and nothing is moved", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const signer = f.path(".git/signer");
    writeFileSync(signer, `#!/bin/sh\necho $$ >"${f.path(".git/signer-pid")}"\nexec sleep 600\n`, { mode: 0o755 });
    f.git("config", "commit.gpgsign", "true");
    f.git("config", "gpg.program", signer);
    const before = fingerprint(f.root);
    const error = await refusal(
      withLock(f.repo, async (lock) =>
        commitTurn(
          lock,
          { snapshot: await f.snapshot(), message: "gtd(human): a → b\n", hooks: "never" },
          { signTimeout: 400 },
        ),
      ),
    );
    process.kill(Number(readFileSync(f.path(".git/signer-pid"), "utf8")), "SIGKILL");
    expect(error).toMatchObject({ code: "signing-failed", exit: 6 });
    expect(error.message).toContain("not signed within");
    expect(fingerprint(f.root)).toEqual(before);
  });
});

describe("an interruption by a signal", () => {
  it.each([
    { name: "a step", at: "building", command: ["step", "agent"], signal: "SIGINT" },
    { name: "a squash", at: "looking, approved", command: ["step"], signal: "SIGTERM" },
    { name: "a run", at: "checking", command: ["run"], signal: "SIGINT" },
  ] as const)("of $name by $signal loses nothing", { timeout: 120_000 }, async ({ at, command, signal }) => {
    const whole = await scene(at);
    const { events } = await watch(whole, command, "none");
    const meant = meaning(whole);
    for (const moment of moments(events, command.length)) {
      const root = await scene(at);
      const ended = await watch(root, command, `${signal} ${moment}`);
      // A command that has nothing to end first dies of the signal, which a shell shows as 130 or 143.
      if (ended.signal === null && ended.code !== 0) {
        expect({ moment, ...ended }).toMatchObject({
          code: 130,
          stderr: expect.stringMatching(/^(.*\n)*gtd: interrupted/),
        });
      } else expect([signal, null]).toContain(ended.signal);
      await gtd(root, ["step", "nobody"]);
      if (JSON.stringify(meaning(root)) !== JSON.stringify(meant))
        expect((await gtd(root, command)).code, moment).toBe(0);
      expect({ moment, ...meaning(root) }).toEqual({ moment, ...meant });
      expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
    }
  });

  it("of a script is told, with the tree as it is and the script to be run again", async () => {
    const root = await scene("checking");
    writeFileSync(join(root, ".gtdrc.yaml"), slowCheck(root));
    git(root, "commit", "--quiet", "--amend", "--no-edit", "--only", ".gtdrc.yaml");
    const before = fingerprint(root);
    const running = watchInterrupted(root);
    const { code, stderr } = await running;
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: expect.stringContaining("gtd: interrupted while the script"),
    });
    expect(stderr).toContain("gtd run");
    const now = fingerprint(root);
    expect({ ...now, files: [] }).toEqual({ ...before, files: [] });
    expect(readdirSync(join(root, ".git/gtd"))).toEqual([]);
  });
});

/** A few moments, another few for each kind of command, always the same: spread over all that is done. */
function moments(events: readonly string[], seed: number): readonly string[] {
  const decides = events.findIndex((event) => event.startsWith("git update-ref -m")) + 1;
  const spread = [0.4, 0.7].map((part) => 1 + Math.floor(part * (events.length - 1)) - (seed % 2));
  return [
    ...spread.map((number) => `during ${nearestGit(events, number)}`),
    `during ${decides}`,
    `after ${decides + 1}`,
  ];
}

function nearestGit(events: readonly string[], number: number): number {
  const found = events.findIndex((event, index) => index + 1 >= number && event.startsWith("git "));
  return found < 0 ? number : found + 1;
}

/** A check that says when it runs and then waits to be ended. */
function slowCheck(root: string): string {
  return readFileSync(join(root, ".gtdrc.yaml"), "utf8").replace(
    'script: "',
    'script: "if [ -e .git/slow ]; then kill -s INT $PPID; sleep 600; fi; ',
  );
}

async function watchInterrupted(root: string) {
  writeFileSync(join(root, ".git/slow"), "");
  expect(existsSync(join(root, ".git/slow"))).toBe(true);
  mkdirSync(join(root, ".git/gtd"), { recursive: true });
  return gtd(root, ["run"]);
}
