import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { BINARY, openShop, type Shop } from "./fixture.ts";
import { isAlive } from "./is-alive.ts";

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** The built gtd as a process of its own. */
function start(shop: Shop, ...args: readonly string[]): Running {
  const child = spawn(process.execPath, [BINARY, ...args], {
    cwd: shop.dir,
    env: shop.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  return { child, output: () => text, ended };
}

async function run(shop: Shop, ...args: readonly string[]) {
  const { ended, output } = start(shop, ...args);
  return { code: await ended, output: output() };
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 25_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error("it never came to that");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const has = (shop: Shop, name: string) => () => shop.exists(name) && shop.read(name) !== "";
/** Works once it may: until then it leaves a half and says that it is there. */
const PATIENT =
  "cat >../prompt; echo half >half.txt; echo $$ >../pid; until [ -e ../go ]; do sleep 0.05; done; echo whole >whole.txt";
const asked = "gtd(human): idle → working";

describe("the loop as a process", () => {
  it("refuses a second one in its worktree with 6 and its pid, is followed by gtd logs -f, and halts at gtd stop", async () => {
    const shop = openShop({ agent: `echo hello; ${PATIENT}` });
    const loop = start(shop, "loop");
    await until(has(shop, "../pid"));
    const second = await run(shop, "loop");
    expect(second.code).toBe(6);
    expect(second.output).toContain(`process ${loop.child.pid}`);
    const follower = start(shop, "logs", "-f");
    await until(() => follower.output().includes("hello"));
    const stop = await run(shop, "stop");
    expect(stop.output).toContain(String(loop.child.pid));
    shop.write("../go", "");
    expect(await loop.ended).toBe(0);
    expect(await follower.ended).toBe(0);
    expect(shop.subjects()[0]).toBe("gtd(agent): working → looking");
    expect((await run(shop, "stop")).output).toContain("no loop runs");
  });

  it("ends its agent at gtd stop --now, with 130 and the tree kept", async () => {
    const shop = openShop({ agent: PATIENT });
    const loop = start(shop, "loop");
    await until(has(shop, "../pid"));
    expect((await run(shop, "stop", "--now")).code).toBe(0);
    expect(await loop.ended).toBe(130);
    expect(isAlive(Number(shop.read("../pid")))).toBe(false);
    expect(shop.exists("half.txt")).toBe(true);
    expect(shop.subjects()[0]).toBe(asked);
  });

  it("ends its agent at one Ctrl-C, keeps the tree and says where it stands", async () => {
    const shop = openShop({ agent: PATIENT });
    const loop = start(shop, "loop");
    await until(has(shop, "../pid"));
    loop.child.kill("SIGINT");
    expect(await loop.ended).toBe(130);
    expect(loop.output()).toContain('interrupted while the agent worked at "working"');
    expect(isAlive(Number(shop.read("../pid")))).toBe(false);
    expect(shop.read("half.txt")).toBe("half\n");
    expect(fs.readdirSync(path.join(shop.dir, ".git/gtd"))).toEqual(["logs"]);
  });

  it("refuses a state that is none with 2, and names the one that was meant", async () => {
    const { code, output } = await run(openShop({ agent: "touch ../ran" }), "loop", "--until", "loking");
    expect(code).toBe(2);
    expect(output).toContain('no state "loking"');
    expect(output).toContain("next:\n  gtd loop --until looking  # if that is what you meant\n");
  });

  it("that stalls ends with 4 and what to type next", async () => {
    const { code, output } = await run(openShop({ agent: "true" }), "loop");
    expect(code).toBe(4);
    expect(output).toMatch(/twice in a row\nnext:\n {2}gtd logs {2}# .*\n {2}gtd {7}# gives it one more try\n$/);
  });

  it("ends at once at a second Ctrl-C, also when the agent does not heed the first", async () => {
    const shop = openShop({ agent: 'trap "" TERM INT; echo $$ >../pid; while :; do sleep 0.1; done' });
    const loop = start(shop, "loop");
    await until(has(shop, "../pid"));
    loop.child.kill("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 50));
    loop.child.kill("SIGINT");
    expect(await loop.ended).toBe(130);
    await until(() => !isAlive(Number(shop.read("../pid"))));
  });

  it("that was killed during an agent's turn has the next one end that agent, and tell it what is there", async () => {
    const shop = openShop({ agent: PATIENT });
    const loop = start(shop, "loop");
    await until(has(shop, "../pid"));
    const orphan = Number(shop.read("../pid"));
    loop.child.kill("SIGKILL");
    await loop.ended;
    expect(isAlive(orphan)).toBe(true);
    fs.rmSync(path.join(shop.dir, "../pid"));
    const next = start(shop, "loop");
    await until(has(shop, "../pid"));
    expect(isAlive(orphan)).toBe(false);
    shop.write("../go", "");
    expect(await next.ended).toBe(0);
    expect(next.output()).toContain("still at work and was ended");
    expect(shop.read("../prompt")).toContain('- A "half.txt"');
    expect(shop.read("../prompt")).toContain("Do what the ask says.");
  });

  it("goes on when the disk is full for its log", async () => {
    const shop = openShop({ agent: "seq 1 200000; echo 1 >work.txt" });
    // The size of any one file is bounded instead of the disk's: git's objects stay below it.
    const line = `trap '' XFSZ; ulimit -f 200; exec '${process.execPath}' '${BINARY}' loop`;
    const child = spawn("bash", ["-c", line], { cwd: shop.dir, env: shop.env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    expect(said).toContain("no log of this turn is kept");
    expect(shop.subjects()[0]).toBe("gtd(agent): working → looking");
  });

  it("passes a clean gate with gtd continue only", async () => {
    const shop = openShop({ agent: "echo 1 >work.txt" });
    expect((await run(shop)).code).toBe(0);
    expect((await run(shop)).code).toBe(0);
    expect(shop.subjects()[0]).toBe("gtd(agent): working → looking");
    expect((await run(shop, "continue")).code).toBe(0);
    expect(shop.subjects()[0]).toBe("gtd(human): looking → idle");
  });

  it("opens an editor with --edit, and says so where there is none", async () => {
    const looking = { actor: "human", message: "Look.", file: "verdict.md", on: { "* **": "idle" } };
    const working = { actor: "agent", prompt: "Do.", on: { "* **": "looking" } };
    const idle = { actor: "human", initial: true, message: "Ask.", on: { "* ask.md": "working" } };
    const shop = openShop({ workflow: { states: { idle, working, looking } }, agent: "echo 1 >work.txt" });
    const none = await run(shop, "loop", "--edit");
    expect(none.code).toBe(2);
    expect(none.output).toContain("$EDITOR");
    shop.env["EDITOR"] = "sh -c 'echo fine >\"$1\"' editor";
    expect((await run(shop, "loop", "--edit")).code).toBe(0);
    expect(shop.subjects()[0]).toBe("gtd(human): looking → idle");
    expect(shop.read("verdict.md")).toBe("fine\n");
  });

  it("has its logs listed as JSON, all or the one that is asked for", async () => {
    const shop = openShop({ agent: "date +%N >work.txt" });
    await run(shop);
    shop.write("note.md", "again\n");
    await run(shop);
    const numbers = async (...args: string[]) => {
      const { code, output } = await run(shop, "logs", ...args, "--json");
      const { logs } = JSON.parse(output) as { logs?: readonly { number: number }[] };
      return [code, logs?.map(({ number }) => number)];
    };
    expect(await numbers()).toEqual([0, [1, 2]]);
    expect(await numbers("1")).toEqual([0, [1]]);
    expect(await run(shop, "logs", "7", "--json")).toMatchObject({
      code: 1,
      output: expect.stringContaining("no-log"),
    });
    expect((await run(shop, "logs", "--follow", "--json")).code).toBe(2);
  });

  it("tells its events as JSON, one a line, and nothing of an agent's own", async () => {
    const shop = openShop({ agent: "printf '\\033[31mred\\n'; echo 1 >work.txt" });
    const { code, output } = await run(shop, "loop", "--json");
    expect(code).toBe(0);
    const events = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ event }) => event)).toEqual(["beat", "turn", "halt"]);
    expect(events[0]).toMatchObject({ beat: 1, state: "working", actor: "agent", kind: "prompt" });
    expect(events[1]).toMatchObject({ state: "looking", from: "working", to: "looking", files: 1 });
    expect(fs.readFileSync(String(events[0]?.["log"]), "utf8")).toContain("red\n");
  });

  it("shows a live line on a real terminal, no wider than it, and never a sequence of the agent's", async () => {
    const shop = openShop({
      agent:
        "printf '\\033[31mI am red\\033]0;evil\\007 and I say more than fits on a narrow line\\n'; sleep 1.5; echo 1 >work.txt",
    });
    shop.env["TERM"] = "xterm";
    delete shop.env["CI"];
    const line = `stty cols 40; '${process.execPath}' '${BINARY}' loop`;
    const child = spawn("script", ["-qefc", line, "/dev/null"], {
      cwd: shop.dir,
      env: shop.env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let shown = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (shown += chunk));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    const lives = shown
      .split("\r\u001b[K")
      .flatMap((part) => part.split(/\r?\n/))
      .filter((part) => part.startsWith("working (agent)"));
    expect(lives.length).toBeGreaterThan(0);
    for (const one of lives) expect(one.length).toBeLessThan(40);
    expect(shown.replaceAll("\r\u001b[K", "")).not.toContain("\u001b");
    expect(shown).not.toContain("evil");
    expect(shown).toContain("\u0007");
  });
});
