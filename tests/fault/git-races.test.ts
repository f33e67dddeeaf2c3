import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { git, temporary } from "../unit/git/fixture.ts";
import { fingerprint, gtd, meaning, prepareEnvironment, scene, watch } from "./scene.ts";

beforeAll(prepareEnvironment);

describe("at once in one worktree", () => {
  it("ten steps make one turn, and the others are refused with a sentence", { timeout: 120_000 }, async () => {
    const whole = await scene("fresh, edited");
    await gtd(whole, ["step"]);
    const root = await scene("fresh, edited");
    const ended = await Promise.all(Array.from({ length: 10 }, () => gtd(root, ["step"])));
    expect(ended.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { code, stderr } of ended.filter(({ code }) => code !== 0)) {
      expect([1, 6]).toContain(code);
      expect(stderr).toMatch(/^gtd: (?!a fault)/);
    }
    expect(meaning(root)).toEqual(meaning(whole));
    expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
  });

  it.each([
    ["git commit --quiet --allow-empty -m theirs", "linkSync .git/index.lock"],
    ["git update-ref refs/heads/main $(git commit-tree HEAD^{tree} -p HEAD -m theirs)", "git update-ref -m gtd: turn"],
  ])("a commit by %s between the decision and the move is kept, and nothing is lost", async (theirs, event) => {
    const root = await scene("building");
    const whole = await scene("building");
    const { events } = await watch(whole, ["step", "agent"], "none");
    const at = events.findIndex((text) => text.startsWith(event)) + 1;
    const before = fingerprint(root);
    const { code, stderr } = await watch(root, ["step", "agent"], `exec before ${at}`, theirs);
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining("moved by another process") });
    expect(git(root, "log", "-2", "--format=%s")).toBe("theirs\ngtd(human): idle → building");
    const now = fingerprint(root);
    expect({ ...now, refs: [] }).toEqual({ ...before, refs: [] });
    expect((await gtd(root, ["adopt"])).code).toBe(0);
    expect((await gtd(root, ["step", "agent"])).code).toBe(0);
    expect(meaning(root)).toMatchObject({ files: meaning(whole)["files"], history: meaning(whole)["history"] });
  });

  it("a loop and steps by hand make one history, and no content is lost", { timeout: 120_000 }, async () => {
    const root = await scene("building");
    const agent = join(temporary("agent"));
    writeFileSync(
      agent,
      '#!/bin/sh\nn=$(ls | wc -l)\necho "begun $n" > made-$n\nsleep 0.3\necho "done $n" >> made-$n\n',
    );
    chmodSync(agent, 0o755);
    let running = true;
    const loop = gtd(root, ["loop", "--max-turns", "3", "--agent", agent]).finally(() => (running = false));
    const steps = [];
    for (const actor of ["agent", "check", "agent", "human", "check", "agent", "human"]) {
      if (!running) break;
      steps.push(await gtd(root, ["step", actor]));
    }
    const { code, stderr } = await loop;
    expect([0, 1, 3, 4, 6], stderr).toContain(code);
    for (const step of steps.filter((one) => one.code !== 0)) {
      expect([1, 6], step.stderr).toContain(step.code);
      expect(step.stderr).toMatch(/^gtd: (?!a fault)/);
    }
    expect(`${stderr}${steps.map((one) => one.stderr).join("")}`).not.toMatch(/a fault in gtd itself|^ {4}at /m);
    const tip = existsSync(join(root, ".git/gtd/window.json")) ? "refs/heads/main" : "HEAD";
    const moves = git(root, "log", "--reverse", "--format=%P %s", tip).split("\n").slice(1);
    const states = moves.map((line) => /^[0-9a-f]{40} gtd\(\w+\): (\w+) → (\w+)$/.exec(line)?.slice(1) ?? [line]);
    for (const [at, [from]] of states.entries()) expect(from).toBe(at === 0 ? "idle" : states[at - 1]?.[1]);
    for (const line of git(root, "ls-files", "--cached", "--others", "--", "made-*").split("\n").filter(Boolean))
      expect(readFileSync(join(root, line), "utf8")).toMatch(/^begun \d+\ndone \d+\n$/);
    expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
  });

  it("an editor that refreshes the index all the time is in nobody's way", { timeout: 120_000 }, async () => {
    const root = await scene("building");
    const editor = spawn("sh", ["-c", "while :; do git status >/dev/null 2>&1; git add -A 2>/dev/null; done"], {
      cwd: root,
      detached: true,
      stdio: "ignore",
    });
    const closed = new Promise((done) => editor.once("close", done));
    try {
      for (const command of [["step", "agent"], ["run"]]) {
        const { code, stderr } = await gtd(root, command);
        expect({ code, stderr }).toMatchObject({ code: 0 });
      }
    } finally {
      process.kill(-(editor.pid ?? 0), "SIGTERM");
      await closed;
    }
    expect(git(root, "log", "-2", "--format=%s", "refs/worktree/gtd/window")).toBe(
      "gtd(check): checking → looking\ngtd(agent): building → checking",
    );
    expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
  });

  it("two linked worktrees step side by side", { timeout: 60_000 }, async () => {
    const root = await scene("building");
    const other = `${root}-linked`;
    git(root, "worktree", "add", "--quiet", other, "-b", "other", "HEAD");
    await gtd(root, ["undo"]);
    writeFileSync(join(other, "theirs"), "1");
    const [mine, theirs] = await Promise.all([gtd(root, ["step"]), gtd(other, ["step", "agent"])]);
    expect([mine.code, theirs.code]).toEqual([0, 0]);
    expect(git(other, "log", "-1", "--format=%s")).toBe("gtd(agent): building → checking");
    expect(git(other, "show", "HEAD:theirs")).toBe("1");
    expect(git(root, "log", "-1", "--format=%s")).toBe("gtd(human): idle → building");
    expect(fingerprint(root).files.join("")).not.toContain("theirs");
  });
});
