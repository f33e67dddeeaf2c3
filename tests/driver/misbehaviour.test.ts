import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { UserError } from "../../src/errors.ts";
import { listLogs } from "../../src/driver/logs.ts";
import { findRepository } from "../../src/git/repository.ts";
import { nodeAgent, openShop, WORKFLOW, type Shop } from "./fixture.ts";
import { isAlive } from "./is-alive.ts";

const GRACE = { final: 200, term: 200 };
const RESULT = '{"type":"result","text":"Done."}';
/** An adapter around a shell script that ends with a result event. */
const adapter = (script: string) => ({
  name: "fake",
  command: ["sh", "-c", script],
  output: "ndjson",
  pick: { final: { where: { type: "result" } }, text: { where: { type: "result" }, path: "text" } },
});

function failure(error: unknown): UserError {
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

const pidIn = (shop: Shop, name: string): number => Number(shop.read(name));
const taken = "gtd(agent): working → looking";
const asked = "gtd(human): idle → working";

describe("an agent that", () => {
  it("is silent is ended, tried once more in a fresh session, and then the loop stops with 5", async () => {
    const shop = openShop({
      agent: 'echo "$GTD_SESSION" >>../sessions; cat >../prompt; [ -e half.txt ] || echo 1 >half.txt; sleep 300',
      timeouts: { idle: "600ms" },
    });
    const { error, notes } = await shop.drive({ grace: GRACE });
    expect(failure(error)).toMatchObject({ code: "agent-failed", exit: 5 });
    expect(failure(error).message).toContain("silent");
    expect(notes.join()).toContain("silent");
    const sessions = shop.read("../sessions").trim().split("\n");
    expect(new Set(sessions).size).toBe(2);
    expect(shop.exists("half.txt")).toBe(true);
    expect(shop.read("../prompt")).toContain('- A "half.txt"');
    expect(shop.subjects()[0]).toBe(asked);
  });

  it("says nothing but changes the tree is alive", async () => {
    const shop = openShop({
      agent: "for i in 1 2 3 4 5 6 7 8; do echo $i >>work.txt; sleep 0.3; done",
      timeouts: { idle: "1500ms" },
    });
    const { error, events } = await shop.drive({ grace: GRACE });
    expect(error).toBeUndefined();
    expect(events.some((one) => one.event === "progress" && one.tree === true)).toBe(true);
    expect(shop.read("work.txt")).toBe("1\n2\n3\n4\n5\n6\n7\n8\n");
  });

  it("never ends is ended; what it did is kept and judged", async () => {
    const shop = openShop({
      agent: "echo 1 >>work.txt; while :; do echo busy; sleep 0.05; done",
      timeouts: { hard: "700ms" },
    });
    const { error, notes } = await shop.drive({ grace: GRACE });
    expect(error).toBeUndefined();
    expect(notes.join()).toContain("took longer than 700ms");
    expect(shop.subjects()[0]).toBe(taken);
    expect(shop.read("work.txt")).toBe("1\n1\n");
  });

  it("has given its result and does not exit is ended, and its turn is taken", async () => {
    const shop = openShop({ agent: adapter(`echo 1 >work.txt; echo '${RESULT}'; sleep 300`) });
    const { error } = await shop.drive({ grace: GRACE });
    expect(error).toBeUndefined();
    expect(shop.subjects()[0]).toBe(taken);
  });

  it("leaves children behind leaves none", async () => {
    const shop = openShop({ agent: adapter(`sleep 300 >/dev/null 2>&1 & echo $! >child; echo '${RESULT}'`) });
    expect((await shop.drive({ grace: GRACE })).error).toBeUndefined();
    expect(isAlive(pidIn(shop, "child"))).toBe(false);
  });

  it("ignores SIGTERM is killed", async () => {
    const shop = openShop({
      agent: `trap "" TERM; echo $$ >pid; while :; do sleep 0.1; done`,
      timeouts: { hard: "600ms" },
    });
    expect((await shop.drive({ grace: GRACE })).error).toBeUndefined();
    expect(isAlive(pidIn(shop, "pid"))).toBe(false);
  });

  it("fails for no known reason is tried once more, and then stops the loop with 5", async () => {
    const shop = openShop({ agent: "echo x >>work.txt; echo 'it broke' >&2; exit 7" });
    const { error } = await shop.drive();
    expect(failure(error)).toMatchObject({ code: "agent-failed", exit: 5 });
    expect(failure(error).message).toContain("it broke");
    expect(shop.read("work.txt")).toBe("x\nx\n");
  });

  it("meets a rate limit that states no time is waited for half a minute at first", async () => {
    const shop = openShop({ agent: "echo 'rate limit' >&2; exit 1" });
    const interrupt = new AbortController();
    const { error, events } = await shop.drive({
      signal: interrupt.signal,
      onEvent: (event) => event.event === "wait" && interrupt.abort(),
    });
    expect(failure(error).exit).toBe(130);
    const wait = events.find((one) => one.event === "wait");
    expect(wait?.milliseconds).toBeGreaterThanOrEqual(30_000);
    expect(wait?.milliseconds).toBeLessThanOrEqual(33_000);
    expect(shop.subjects()[0]).toBe(asked);
  });

  it("asks for longer waits than limits.wait stops the loop with 3", async () => {
    const { error } = await openShop({
      agent: "echo 'overloaded, try again in 2 hours' >&2; exit 1",
      limits: { wait: "1h" },
    }).drive();
    expect(failure(error)).toMatchObject({ code: "wait-limit", exit: 3 });
  });

  it("takes the loop to another branch stops it with 1 and the way back", async () => {
    const { error } = await openShop({ agent: "echo 1 >work.txt; git checkout -q -b elsewhere" }).drive();
    expect(failure(error)).toMatchObject({ code: "agent-moved", exit: 1 });
    expect(failure(error).next.join("\n")).toContain("git switch main");
  });

  it.each([
    ["makes turns itself", "echo 1 >a; git add a; git commit -qm 'gtd(agent): working → looking'"],
    ["rewrites history", "git commit -q --amend --allow-empty -m 'gtd(human): idle → working' -m 'x'"],
  ])("%s stops the loop with 1", async (_what, agent) => {
    expect(failure((await openShop({ agent }).drive()).error)).toMatchObject({ code: "agent-moved", exit: 1 });
  });

  it("commits its work has it made part of its turn", async () => {
    const shop = openShop({
      agent: "echo 1 >a; git add a; git commit -qm mine; echo 2 >b; git add b; git commit -qm more; echo 3 >c",
    });
    expect((await shop.drive()).error).toBeUndefined();
    expect(shop.subjects().slice(0, 2)).toEqual([taken, asked]);
    expect(shop.git("show", "--name-only", "--format=", "HEAD").trim()).toBe("a\nb\nc");
  });

  it("deletes gtd's own directories and git's lock does no harm", async () => {
    const shop = openShop({ agent: "mkdir -p .gtd; rm -rf .gtd .git/gtd .git/index.lock; echo 1 >work.txt" });
    expect((await shop.drive()).error).toBeUndefined();
    expect(shop.subjects()[0]).toBe(taken);
  });

  it("is given a prompt of a megabyte gets all of it", async () => {
    const shop = openShop({ agent: 'wc -c >size.txt; wc -c <"$GTD_PROMPT_FILE" >>size.txt' });
    shop.write("ask.md", `${"0123456789".repeat(110_000)}\n`);
    shop.git("commit", "-qam", asked);
    expect((await shop.drive()).error).toBeUndefined();
    const [stdin, file] = shop.read("size.txt").trim().split("\n").map(Number);
    expect(stdin).toBeGreaterThan(1_000_000);
    expect(file).toBe(stdin);
  });

  it("says far more than fits is logged up to a bound, in bounded memory", async () => {
    const shop = openShop({ agent: "yes 'a line of output' | head -c 150000000; echo 1 >work.txt" });
    const before = process.memoryUsage().rss;
    let most = 0;
    const { error } = await shop.drive({ onEvent: () => (most = Math.max(most, process.memoryUsage().rss)) });
    expect(error).toBeUndefined();
    expect(most - before).toBeLessThan(150_000_000);
    const [log] = listLogs(findRepository(shop.dir)).toReversed();
    expect(log?.bytes).toBeGreaterThan(60_000_000);
    expect(log?.bytes).toBeLessThan(70_000_000);
  });

  it("says binary and escapes leaves a log without control sequences", async () => {
    const shop = openShop({
      agent: `printf '\\033[31mred\\033[0m \\000\\377\\001 \\033]0;title\\007end\\n'; head -c 3000 /dev/urandom; printf '\\033[2'; sleep 0.05; printf 'Jx\\n'; echo 1 >work.txt`,
    });
    expect((await shop.drive()).error).toBeUndefined();
    const text = fs.readFileSync(listLogs(findRepository(shop.dir)).at(-1)?.path ?? "", "utf8");
    expect(text).toMatch(/^# process /);
    expect(text).toContain("red ");
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(text).not.toContain("[2J");
  });
});

describe("a loop", () => {
  it("that is interrupted ends the agent's whole group and keeps the tree", async () => {
    const shop = openShop({ agent: "sleep 300 & echo $! >child; echo half >half.txt; echo go; wait" });
    const interrupt = new AbortController();
    const { error } = await shop.drive({
      signal: interrupt.signal,
      grace: GRACE,
      onEvent: (event) => event.event === "progress" && event.text === "go" && interrupt.abort(),
    });
    expect(failure(error)).toMatchObject({ code: "interrupted", exit: 130 });
    expect(isAlive(pidIn(shop, "child"))).toBe(false);
    expect(shop.read("half.txt")).toBe("half\n");
    expect(shop.subjects()[0]).toBe(asked);
    expect(fs.readdirSync(path.join(shop.dir, ".git", "gtd"))).toEqual(["logs"]);
  });

  it("stops with 4 when the same state and tree come a third time, and no restart hides it", async () => {
    const polishing = { actor: "agent", prompt: "Polish.", on: { "* **": "working" } };
    const working = { ...WORKFLOW.states.working, on: { "* done.md": "looking", "* **": "polishing" } };
    const shop = openShop({
      workflow: { states: { ...WORKFLOW.states, working, polishing } },
      agent: 'echo "$GTD_STATE" >work.txt',
    });
    const { halt } = await shop.drive();
    expect(halt?.reason).toBe("stalled");
    const turns = shop.subjects().length;
    expect((await shop.drive()).halt?.reason).toBe("stalled");
    expect(shop.subjects()).toHaveLength(turns);
    expect(turns).toBeLessThan(10);
    expect(halt?.next?.join("\n")).toContain("once you have changed a file yourself");
    shop.write("hint.txt", "try the other way\n");
    expect((await shop.drive({ once: true })).halt?.reason).toBe("once");
    expect(shop.git("show", "--name-only", "--format=", "HEAD").trim()).toContain("hint.txt");
  });

  it("is bounded by limits.turns across restarts, until a human grants more", async () => {
    const working = { ...WORKFLOW.states.working, on: { "* done.md": "looking", "* **": "working" } };
    const shop = openShop({
      workflow: { states: { ...WORKFLOW.states, working } },
      agent: "date +%N >>work.txt",
      limits: { turns: 2 },
    });
    expect((await shop.drive()).halt?.reason).toBe("limit");
    expect(shop.subjects()).toHaveLength(4);
    const { halt } = await shop.drive();
    expect(halt).toMatchObject({ reason: "limit" });
    expect(halt?.text).toContain("gtd loop --max-turns 2");
    expect(shop.subjects()).toHaveLength(4);
    expect((await shop.drive({ maxTurns: 1 })).halt?.reason).toBe("limit");
    expect(shop.subjects()).toHaveLength(5);
  });

  it("stops when its agents have cost enough, its turn taken, and warns when none tells its cost", async () => {
    const agent = { ...adapter(`date +%N >>work.txt; echo '{"type":"result","cost":0.6}'`) };
    const working = { ...WORKFLOW.states.working, on: { "* done.md": "looking", "* **": "working" } };
    const workflow = { states: { ...WORKFLOW.states, working } };
    const priced = { ...agent, pick: { ...agent.pick, cost: { where: { type: "result" }, path: "cost" } } };
    const shop = openShop({ workflow, agent: priced, limits: { cost: 1 } });
    const { halt } = await shop.drive();
    expect(halt?.reason).toBe("limit");
    expect(shop.subjects()).toHaveLength(4);
    expect(shop.message()).toMatch(/^Gtd-Cost: 0\.6/m);
    const { notes } = await openShop({ workflow, agent, limits: { cost: 1 } }).drive({ maxTurns: 1 });
    expect(notes.join()).toContain("reports no cost");
  });

  it("ends a script whose time is up, which is a fact that rows answer", async () => {
    const working = { actor: "check", script: "echo $$ >pid; sleep 300", on: { "@timeout": "looking" } };
    const shop = openShop({ workflow: { states: { ...WORKFLOW.states, working } }, timeouts: { script: "500ms" } });
    expect((await shop.drive()).halt?.state).toBe("looking");
    expect(shop.message()).toMatch(/^Gtd-Exit: timeout$/m);
    expect(isAlive(pidIn(shop, "pid"))).toBe(false);
  });

  it("goes on when a log cannot be written", async () => {
    const shop = openShop({ agent: "echo 1 >work.txt" });
    shop.write(".git/gtd/logs", "in the way\n");
    const { error, notes } = await shop.drive();
    expect(error).toBeUndefined();
    expect(notes.join()).toContain("no log of this turn is kept");
    expect(shop.subjects()[0]).toBe(taken);
  });

  it("names the whole log where a capture cuts a long output", async () => {
    const working = { actor: "check", script: "seq 1 5000; exit 3", capture: "out.txt", on: { "@failed": "looking" } };
    const shop = openShop({ workflow: { states: { ...WORKFLOW.states, working } }, limits: { capture: 2000 } });
    expect((await shop.drive()).error).toBeUndefined();
    const capture = shop.read("out.txt");
    expect(capture).toContain("exit 3");
    const log = /^whole output: (.*)$/m.exec(capture)?.[1] ?? "";
    expect(fs.readFileSync(log, "utf8")).toContain("\n2500\n");
  });

  it("runs the hooks, which may fail", async () => {
    const shop = openShop({
      agent: "echo 1 >work.txt",
      hooks: {
        onTurn: 'echo "turn $GTD_STATE $GTD_SUBJECT" >>../told',
        onRest: 'echo "rest $GTD_STATE" >>../told; exit 3',
        onHalt: 'echo "halt $GTD_REASON" >>../told',
      },
    });
    const { notes } = await shop.drive();
    expect(shop.read("../told")).toBe(`turn looking ${taken}\nrest looking\nhalt human\n`);
    expect(notes).toEqual(['the hook "onRest" failed: exit 3']);
  });

  it("gives the human the file of a gate to edit, and goes on when that is done", async () => {
    const looking = { ...WORKFLOW.states.looking, file: "verdict.md" };
    const shop = openShop({ workflow: { states: { ...WORKFLOW.states, looking } }, agent: "date +%N >>work.txt" });
    const edit = vi.fn<(file: string) => Promise<void>>();
    edit.mockImplementationOnce(async (file) => shop.write(file, "again\n"));
    edit.mockImplementation(async () => {});
    const { halt } = await shop.drive({ edit });
    expect(halt?.reason).toBe("human");
    expect(edit.mock.calls).toEqual([["verdict.md"], ["verdict.md"]]);
    expect(shop.subjects().slice(0, 3)).toEqual([taken, "gtd(human): looking → working", taken]);
  });

  it("keeps the logs of the twenty latest processes", async () => {
    const shop = openShop({ agent: "echo 1 >work.txt" });
    const dir = path.join(shop.dir, ".git/gtd/logs/main");
    fs.mkdirSync(dir, { recursive: true });
    for (let n = 1; n <= 44; n += 1)
      fs.writeFileSync(path.join(dir, `${n}-x.log`), `# process p${Math.ceil(n / 2)}, x\n`);
    await shop.drive();
    expect(listLogs(findRepository(shop.dir)).map(({ number }) => number)).toEqual([
      ...Array.from({ length: 40 }, (_, i) => i + 5),
      45,
    ]);
  });
});

describe("an agent in JavaScript", () => {
  it("may say a word that is cut in two", async () => {
    const shop = openShop({});
    const agent = nodeAgent(
      shop,
      `const b = Buffer.from("grün\\n"); process.stdout.write(b.subarray(0, 3), () => setTimeout(() => { process.stdout.write(b.subarray(3)); require("fs").writeFileSync("work.txt", "1"); }, 20));`,
    );
    shop.write(".gtdrc.json", JSON.stringify({ workflow: WORKFLOW, agent }));
    shop.git("commit", "-qam", "gtd(human): idle → working");
    const { events } = await shop.drive();
    expect(events.some((one) => one.event === "progress" && one.text === "grün")).toBe(true);
  });
});
