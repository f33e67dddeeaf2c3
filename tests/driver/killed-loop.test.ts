import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { BINARY, openShop, WORKFLOW, type Shop } from "./fixture.ts";
import { isAlive } from "./is-alive.ts";

const asked = "gtd(human): idle → working";
const taken = "gtd(agent): working → looking";
const COUNT = "echo run >>../runs";

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

function loop(shop: Shop, env: Readonly<Record<string, string>> = {}, onText?: (all: string, pid: number) => void) {
  const child = spawn(process.execPath, [BINARY, "loop"], {
    cwd: shop.dir,
    env: { ...shop.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      onText?.(output, child.pid ?? 0);
    });
  return new Promise<End>((resolve) => child.on("exit", (code, signal) => resolve({ code, signal, output })));
}

const lines = (shop: Shop, name: string): number => (shop.exists(name) ? shop.read(name).trim().split("\n").length : 0);

/** A program on PATH that kills the gtd that calls it, once, before it does its work. */
function killerOf(shop: Shop, program: string, argument = ""): string {
  const real = spawnSync("sh", ["-c", `command -v ${program}`], { env: shop.env, encoding: "utf8" }).stdout.trim();
  const script = `#!/bin/sh\ncase " $* " in *" ${argument}"*) [ -e '${shop.home}/killed' ] || { : >'${shop.home}/killed'; kill -9 $PPID; exit 1; } ;; esac\nexec '${real}' "$@"\n`;
  const dir = path.join(shop.home, "killer");
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, program), script, { mode: 0o755 });
  return `${dir}:${shop.env["PATH"]}`;
}

function expectNothingLeft(shop: Shop): void {
  expect(fs.readdirSync(path.join(shop.dir, ".git/gtd"))).toEqual(["logs"]);
  expect(shop.git("fsck", "--no-dangling").trim()).toBe("");
  expect(shop.git("status", "--short")).toBe("");
}

describe("a loop that is killed", () => {
  it("before its agent starts goes on as if it had not been", async () => {
    const shop = openShop({ agent: `${COUNT}; echo 1 >work.txt` });
    const PATH = killerOf(shop, "mkfifo");
    expect((await loop(shop, { PATH })).signal).toBe("SIGKILL");
    expect(lines(shop, "../runs")).toBe(0);
    expect((await loop(shop, { PATH })).code).toBe(0);
    expect(lines(shop, "../runs")).toBe(1);
    expect(shop.subjects().slice(0, 2)).toEqual([taken, asked]);
    expectNothingLeft(shop);
  });

  it("while its agent works, also as a daemon of its own group, has all of it ended by the next", async () => {
    const shop = openShop({
      agent: `${COUNT}; cat >../prompt; if [ -e ../once ]; then echo whole >work.txt; else : >../once; echo half >work.txt
        setsid sh -c 'echo $$ >../daemon; while :; do date +%N >>written.txt; sleep 0.02; done' >/dev/null 2>&1 </dev/null &
        until [ -s ../daemon ]; do sleep 0.02; done; echo $$ >../pid; kill -9 $PPID; while :; do sleep 0.1; done; fi`,
    });
    expect((await loop(shop)).signal).toBe("SIGKILL");
    const orphans = ["../pid", "../daemon"].map((name) => Number(shop.read(name)));
    expect(orphans.map(isAlive)).toEqual([true, true]);
    const { code, output } = await loop(shop);
    expect(code).toBe(0);
    expect(output).toContain("still at work and was ended");
    expect(orphans.map(isAlive)).toEqual([false, false]);
    expect(shop.read("../prompt")).toContain('- A "work.txt"');
    expect(shop.read("../prompt")).toContain('- A "written.txt"');
    expect(shop.subjects().slice(0, 2)).toEqual([taken, asked]);
    expect(shop.git("show", "HEAD:work.txt")).toBe("whole\n");
    expectNothingLeft(shop);
  });

  it("while its agent works has a step by hand refused, which would take half a turn, until that is ended", async () => {
    const shop = openShop({
      agent: `if [ -e ../once ]; then echo whole >work.txt; else : >../once; echo half >work.txt; kill -9 $PPID; while :; do sleep 0.1; done; fi`,
    });
    expect((await loop(shop)).signal).toBe("SIGKILL");
    const gtd = (...args: string[]) =>
      spawnSync(process.execPath, [BINARY, ...args], { cwd: shop.dir, env: shop.env, encoding: "utf8" });
    for (const command of [["step", "agent"], ["abandon"]]) {
      const { status, stderr } = gtd(...command);
      expect(status).toBe(6);
      expect(stderr).toContain('the agent of "working" is still at work in this tree');
    }
    expect(gtd("doctor").stdout).toContain('while the agent of "working" worked, which is still at work');
    expect(shop.subjects()[0]).toBe(asked);
    const [kill = ""] = /kill -TERM -- .*(?= {2}#)/.exec(gtd("undo").stderr) ?? [];
    spawnSync("bash", ["-c", kill]);
    while (gtd("step", "agent").status === 6);
    expect(shop.subjects()[0]).toBe(taken);
    expect(shop.git("show", "HEAD:work.txt")).toBe("half\n");
  });

  it.each(["add", "update-ref"])(
    "between its agent's end and the end of the step, at git %s, loses nothing",
    async (call) => {
      const shop = openShop({ agent: `${COUNT}; cat >../prompt; echo "run $(wc -l <../runs)" >>work.txt` });
      const PATH = killerOf(shop, "git", call);
      expect((await loop(shop, { PATH })).signal).toBe("SIGKILL");
      expect(shop.read("work.txt")).toBe("run 1\n");
      expect((await loop(shop, { PATH })).code).toBe(0);
      expect(shop.subjects().slice(0, 2)).toEqual([taken, asked]);
      expect(shop.read("../prompt")).toContain('- A "work.txt"');
      expect(shop.git("show", "HEAD:work.txt")).toBe("run 1\nrun 2\n");
      expectNothingLeft(shop);
    },
  );

  it("while its script runs has that ended by the next, which runs it again", async () => {
    const working = {
      actor: "check",
      script: `${COUNT}; [ -e ../once ] && exit 0; : >../once; echo $$ >../pid; kill -9 $PPID; while :; do sleep 0.1; done`,
      on: { "@passed": "looking" },
    };
    const shop = openShop({ workflow: { states: { ...WORKFLOW.states, working } } });
    expect((await loop(shop)).signal).toBe("SIGKILL");
    const orphan = Number(shop.read("../pid"));
    expect(isAlive(orphan)).toBe(true);
    expect((await loop(shop)).code).toBe(0);
    expect(isAlive(orphan)).toBe(false);
    expect(lines(shop, "../runs")).toBe(2);
    expect(shop.subjects()[0]).toBe("gtd(check): working → looking");
    expectNothingLeft(shop);
  });

  it("while it waits for a provider asks that again at the next start, without an attempt", async () => {
    const shop = openShop({
      agent: `${COUNT}; [ "$(wc -l <../runs)" -gt 1 ] || { echo 'rate limit, try again in 2 hours' >&2; exit 1; }; echo 1 >work.txt`,
    });
    const first = await loop(shop, {}, (text, pid) => void (text.includes("waiting ") && process.kill(pid, "SIGKILL")));
    expect(first.signal).toBe("SIGKILL");
    expect((await loop(shop)).code).toBe(0);
    expect(shop.subjects().slice(0, 2)).toEqual([taken, asked]);
    expectNothingLeft(shop);
  });

  it("in the middle of a log begins another", async () => {
    const shop = openShop({
      agent: `${COUNT}; [ "$(wc -l <../runs)" -gt 1 ] || { seq 1 20000; until [ -s ../repo/.git/gtd/logs/main/1-working.log ]; do sleep 0.02; done; kill -9 $PPID; sleep 60; }; echo 1 >work.txt`,
    });
    expect((await loop(shop)).signal).toBe("SIGKILL");
    expect((await loop(shop)).code).toBe(0);
    const dir = path.join(shop.dir, ".git/gtd/logs/main");
    expect(fs.readdirSync(dir).toSorted()).toEqual(["1-working.log", "2-working.log"]);
    expect(shop.subjects()[0]).toBe(taken);
  });

  it("again and again is bounded by the same caps", async () => {
    const working = {
      ...WORKFLOW.states.working,
      retry: { max: 2, otherwise: "looking" },
      on: { "* done.md": "looking", "* **": "testing" },
    };
    const testing = { actor: "check", script: "echo $$ >../script", on: { "@passed": "working" } };
    const shop = openShop({
      workflow: { states: { ...WORKFLOW.states, working, testing } },
      agent: `${COUNT}; date +%N >>work.txt; [ $(($(wc -l <../runs) % 2)) = 0 ] || kill -9 $PPID`,
    });
    let end = await loop(shop);
    for (let start = 1; end.signal === "SIGKILL" && start < 12; start += 1) end = await loop(shop);
    expect(end.code).toBe(0);
    const entered = shop.subjects().filter((subject) => subject.endsWith("→ working"));
    expect(entered.length).toBeLessThanOrEqual(3);
    expect(shop.subjects()[0]).toMatch(/→ looking$/);
  });
});
