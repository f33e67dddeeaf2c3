import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LoopOptions } from "../../src/driver/loop.ts";
import { openShop, type Shop } from "./fixture.ts";

const SCRIPT = '[ -e tried ] && { echo again >>tried; exit 0; }; touch tried; echo "it is red"; exit 1';
const states = {
  idle: { actor: "human", initial: true, message: "Ask.", on: { "* ask.md": "working" } },
  working: { actor: "agent", prompt: "Do.", file: "plan.md", on: { "* **": "testing" } },
  testing: {
    actor: "check",
    script: SCRIPT,
    capture: "out.txt",
    on: { "@passed": "polishing", "@failed": "working" },
  },
  polishing: { actor: "check", script: "true", on: { "@passed": "looking" } },
  looking: { actor: "human", message: "Look.", on: { C: "idle", "* **": "working" } },
};

/** A shop whose git calls are noted; `beats` drives and tells each turn with the git commands of its beat. */
function openCounted(
  agent: string,
  workflow: object = { states },
): Shop & { beats: (options?: Partial<LoopOptions>) => Promise<readonly string[]> } {
  const shop = openShop({ workflow, agent, hooks: { git: "squash" } }, { asked: false });
  shop.write(".gitignore", "node_modules/\n*.log\n");
  shop.git("add", "-A");
  shop.git("commit", "-q", "-m", "chore: ignore");
  const bin = path.join(shop.home, "../bin");
  const calls = path.join(shop.home, "git-calls");
  const real = execFileSync("sh", ["-c", "command -v git"], { env: shop.env, encoding: "utf8" }).trim();
  const shim = `#!/bin/sh\nwhile [ "$1" = -c ]; do shift 2; done\necho "$1" >>"${calls}"\nexec "${real}" "$@"\n`;
  const watch = (): void => {
    fs.writeFileSync(path.join(bin, "git"), shim, { mode: 0o755 });
    vi.stubEnv("PATH", `${bin}:${process.env["PATH"]}`);
  };
  onTestFinished(() => void vi.unstubAllEnvs());
  const take = (): string => {
    const text = fs.existsSync(calls) ? fs.readFileSync(calls, "utf8") : "";
    fs.rmSync(calls, { force: true });
    return text.trim().split("\n").join(" ");
  };
  return {
    ...shop,
    beats: async (options = {}) => {
      watch();
      take();
      const beats: string[] = [];
      const { error } = await shop.drive({
        ...options,
        onEvent: (event) => {
          options.onEvent?.(event);
          if (event.event === "turn")
            beats.push(`${"subject" in event.outcome ? event.outcome.subject : event.outcome.kind}: ${take()}`);
        },
      });
      expect(error).toBeUndefined();
      return beats;
    },
  };
}

const AGENT = "date +%N >>work.txt";
const CAPTURE = "add diff-index write-tree commit-tree update-ref";

/** The capture's two calls that run side by side come in either order. */
const inOrder = (beats: readonly string[]): readonly string[] =>
  beats.map((beat) => beat.replace("write-tree diff-index", "diff-index write-tree"));

describe("a beat", () => {
  it("of each kind costs git processes as counted here, never more than eight", async () => {
    const shop = openCounted(AGENT);
    shop.write("ask.md", "ask\n");
    expect(inOrder(await shop.beats())).toEqual([
      `gtd(human): idle → working: status log ${CAPTURE}`,
      `gtd(agent): working → testing: status status ${CAPTURE}`,
      `gtd(check): testing → working: status status ${CAPTURE}`,
      `gtd(agent): working → testing: status status ${CAPTURE}`,
      `gtd(check): testing → polishing: status status ${CAPTURE}`,
      "gtd(check): polishing → looking: status status commit-tree update-ref",
    ]);
    expect(inOrder(await shop.beats({ continue: true, once: true }))).toEqual([
      "gtd(human): looking → idle: status log commit-tree update-ref",
    ]);
  });

  it("costs no more when it is the first of a loop", async () => {
    const shop = openCounted(AGENT);
    shop.write("ask.md", "ask\n");
    const beats: string[] = [];
    for (let beat = 0; beat < 3; beat += 1) beats.push(...(await shop.beats({ once: true })));
    expect(inOrder(beats)).toEqual([
      `gtd(human): idle → working: status log ${CAPTURE}`,
      `gtd(agent): working → testing: status log status ${CAPTURE}`,
      `gtd(check): testing → working: status log status ${CAPTURE}`,
    ]);
  });

  it("of an agent that changes nothing costs four", async () => {
    const shop = openCounted("true");
    shop.write("ask.md", "ask\n");
    const [, first, second] = await shop.beats();
    expect([first, second]).toEqual([
      "gtd(agent): working: status status commit-tree update-ref",
      "gtd(agent): working: status status commit-tree update-ref",
    ]);
  });

  it("costs the same after many turns, and leaves nothing open", async () => {
    const shop = openCounted(AGENT);
    shop.write("ask.md", "ask\n");
    const testing = { ...states.testing, script: "exit 1" };
    shop.write(".gtdrc.json", JSON.stringify({ workflow: { states: { ...states, testing } }, agent: AGENT }));
    shop.git("add", ".gtdrc.json");
    shop.git("commit", "-q", "-m", "chore: configure");
    const open: number[] = [];
    const beats = await shop.beats({
      maxTurns: 25,
      onEvent: (event) => event.event === "turn" && open.push(fs.readdirSync("/proc/self/fd").length),
    });
    expect(beats).toHaveLength(25);
    const costs = beats.slice(1).map((beat) => beat.split(": ").at(-1)?.split(" ").length);
    expect(new Set(costs)).toEqual(new Set([7]));
    expect(open.at(-1)).toBeLessThanOrEqual(Math.max(...open.slice(0, 4)));
  });

  it("of a review costs what its window takes, and the squash comes once in a process", async () => {
    const reviewed = {
      idle: states.idle,
      working: { ...states.working, on: { "* **": "reviewing" } },
      reviewing: {
        actor: "human",
        message: "Look.",
        window: {},
        on: { "M ask.md": "landing", "* **": "working" },
      },
      landing: { actor: "agent", prompt: "Message?", on: { "A message.txt": "landed" } },
      landed: { commit: "<%= it.read('message.txt') %>", drop: ["ask.md"] },
    };
    const shop = openCounted("if [ -e work.txt ]; then echo 'feat: x' >message.txt; else echo 1 >work.txt; fi", {
      states: reviewed,
    });
    const sorted = (beats: readonly string[]): readonly string[] =>
      (beats.at(-1)?.split(": ").at(-1) ?? "").split(" ").toSorted();
    const step = ["add", "commit-tree", "diff-index", "status", "status", "update-ref", "write-tree"];
    const window = ["commit-tree", "diff-tree", "read-tree", "update-index", "update-ref", "update-ref", "write-tree"];
    const squash = [
      "commit-tree",
      "for-each-ref",
      "hash-object",
      "ls-tree",
      "update-index",
      "update-ref",
      "write-tree",
    ];
    shop.write("ask.md", "ask\n");
    expect(sorted(await shop.beats())).toEqual([...step, ...window].toSorted());
    shop.write("ask.md", "good\n");
    expect(sorted(await shop.beats())).toEqual([...step, ...squash].toSorted());
  });

  it("sees what others commit between two beats", async () => {
    const shop = openCounted(AGENT);
    shop.write("ask.md", "ask\n");
    const { error } = await shop.drive({
      onEvent: (event) => {
        if (event.event === "turn" && shop.subjects()[0] === "gtd(agent): working → testing")
          shop.git("commit", "-q", "--allow-empty", "-m", "by hand");
      },
    });
    expect(error).toMatchObject({ code: "foreign-commits", exit: 6 });
  });

  it("of a script that takes a turn by itself counts for nothing", async () => {
    const testing = { ...states.testing, script: "git commit -q --allow-empty -m 'gtd(check): testing → testing'" };
    const shop = openShop({ workflow: { states: { ...states, testing } }, agent: "date +%N >>work.txt" });
    const { error } = await shop.drive();
    expect(error).toMatchObject({ code: "moved-meanwhile", exit: 6 });
  });

  it("captures what a script leaves over a tree that was not clean before", async () => {
    const testing = { ...states.testing, script: "echo made >made.txt; echo changed >>ask.md; true" };
    const shop = openShop({ workflow: { states: { ...states, testing } }, agent: "date +%N >>work.txt" });
    await shop.drive({ until: "testing" });
    shop.write("by-hand.txt", "1\n");
    const { halt, error } = await shop.drive();
    expect(error).toBeUndefined();
    expect(halt?.state).toBe("looking");
    expect(shop.git("log", "-2", "--name-only", "--format=%s").trim().split(/\n+/)).toEqual([
      "gtd(check): polishing → looking",
      "gtd(check): testing → polishing",
      "ask.md",
      "by-hand.txt",
      "made.txt",
    ]);
    const checked = /^Gtd-Checked-Tree: (\S+)$/m.exec(shop.git("log", "-1", "--format=%B", "HEAD~1"))?.[1] ?? "";
    expect(shop.git("ls-tree", "--name-only", checked)).toContain("by-hand.txt");
    expect(shop.git("ls-tree", "--name-only", checked)).not.toContain("made.txt");
  });
});
