import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { git } from "../unit/git/fixture.ts";
import { fingerprint, gtd, meaning, prepareEnvironment, scene } from "./scene.ts";
import type { SceneName } from "./scene.ts";

beforeAll(prepareEnvironment);

/** A hook that kills gtd when git holds the locks of a ref, and lets that git go on when ".git/go" is there. */
function killWhilePrepared(root: string, ref: string): void {
  const dir = join(root, ".git");
  mkdirSync(join(dir, "hooks"), { recursive: true });
  const hook = join(dir, "hooks/reference-transaction");
  const lines = [
    "#!/bin/sh",
    `[ "$1" = prepared ] && [ ! -e '${dir}/held' ] && grep -q '${ref}' || exit 0`,
    `touch '${dir}/held'`,
    'kill -9 "$(ps -o ppid= -p $PPID | tr -d " ")"',
    `while [ ! -e '${dir}/go' ]; do sleep 0.02; done`,
  ];
  writeFileSync(hook, `${lines.join("\n")}\n`);
  chmodSync(hook, 0o755);
}

function letGo(root: string): void {
  writeFileSync(join(root, ".git/go"), "");
}

const MOVES: readonly {
  readonly name: string;
  readonly at: SceneName;
  readonly args: string[];
  readonly ref: string;
}[] = [
  { name: "a step moves the branch", at: "building", args: ["step", "agent"], ref: "refs/heads/main" },
  { name: "the first step makes the branch", at: "without commits", args: ["step"], ref: "refs/heads/main" },
  {
    name: "a squash keeps the tip",
    at: "looking, approved, window closed",
    args: ["step"],
    ref: "refs/worktree/gtd/history",
  },
  { name: "the window moves HEAD", at: "looking, approved, window closed", args: ["window", "open"], ref: " HEAD$" },
  {
    name: "abandon takes the branch away",
    at: "looking, approved, from the root",
    args: ["abandon"],
    ref: "refs/heads/main",
  },
];

describe("a git that outlives the gtd which started it", () => {
  it.each(MOVES)("while $name moves nothing behind the next command's back", { timeout: 60_000 }, async (move) => {
    const whole = await scene(move.at);
    expect((await gtd(whole, move.args)).code).toBe(0);
    const root = await scene(move.at);
    const before = fingerprint(root);
    killWhilePrepared(root, move.ref);
    expect((await gtd(root, move.args)).signal).toBe("SIGKILL");
    const next = gtd(root, ["step", "nobody"]);
    letGo(root);
    expect((await next).code).toBe(1);
    expect(fingerprint(root)).toEqual(before);
    const { code, stderr } = await gtd(root, move.args);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(meaning(root)).toEqual(meaning(whole));
    expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
  });

  it("is waited for, then named, and the journal stays for the next command", { timeout: 60_000 }, async () => {
    const root = await scene("building");
    const before = fingerprint(root);
    killWhilePrepared(root, "refs/heads/main");
    expect((await gtd(root, ["step", "agent"])).signal).toBe("SIGKILL");
    const { code, stderr } = await gtd(root, ["step", "agent"]);
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr: expect.stringMatching(/^gtd: another git process holds the lock/),
    });
    expect(existsSync(join(root, ".git/gtd/journal.json"))).toBe(true);
    letGo(root);
    while (["HEAD", "refs/heads/main"].some((ref) => existsSync(join(root, `.git/${ref}.lock`)))) await pause(10);
    expect((await gtd(root, ["step", "nobody"])).code).toBe(1);
    expect(fingerprint(root)).toEqual(before);
  });
});
