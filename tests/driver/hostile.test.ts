import { describe, expect, it } from "vitest";
import { UserError } from "../../src/errors.ts";
import { openShop } from "./fixture.ts";
import { isAlive } from "./is-alive.ts";

const GRACE = { final: 200, term: 200 };
const asked = "gtd(human): idle → working";
const taken = "gtd(agent): working → looking";
const WORK = "echo 1 >work.txt";

/** The shop after a loop with an agent, and how that ended. */
async function meet(agent: string, more: Readonly<Record<string, unknown>> = {}) {
  const shop = openShop({ agent, ...more });
  const { error, halt, notes } = await shop.drive({ grace: GRACE });
  if (error !== undefined) expect(error).toBeInstanceOf(UserError);
  return { shop, halt, notes, error: error instanceof UserError ? error : undefined };
}

describe("an agent whose turn is taken all the same", () => {
  it.each([
    ["closes its output and goes on", `exec >&- 2>&-; sleep 0.3; ${WORK}`],
    ["closes its input unread", `exec <&-; ${WORK}`],
    ["says one line that has no end", `head -c 20000000 /dev/zero | tr '\\0' a; ${WORK}`],
    ["says what is no UTF-8", `printf '\\377\\376\\n'; ${WORK}`],
    ["says words of failures that are none", `echo 'overloaded: invalid api key'; echo 401 >&2; ${WORK}`],
    ["removes git's index", `rm -f .git/index; ${WORK}`],
    ["packs the repository", `git gc -q; ${WORK}`],
    ["leaves a pipe that nobody reads", `mkfifo pipe; ${WORK}`],
    ["removes the log that is being written", `echo x; rm -rf .git/gtd/logs; ${WORK}`],
    [
      "puts a hook in the way",
      `printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg; ${WORK}`,
    ],
  ])("%s", async (_, agent) => {
    const { shop, error } = await meet(`mkdir -p .git/hooks; ${agent}`);
    expect(error).toBeUndefined();
    expect(shop.subjects()[0]).toBe(taken);
    expect(shop.git("show", "HEAD:work.txt")).toBe("1\n");
  });

  it("leaves a daemon of its own session, which is ended", async () => {
    const { shop, error } = await meet(
      `${WORK}; setsid sh -c 'echo $$ >../daemon; exec sleep 300' >/dev/null 2>&1 </dev/null & until [ -s ../daemon ]; do sleep 0.02; done`,
    );
    expect(error).toBeUndefined();
    expect(shop.subjects()[0]).toBe(taken);
    expect(isAlive(Number(shop.read("../daemon")))).toBe(false);
  });
});

describe("an agent that stops the loop, its work kept and the way back named,", () => {
  it.each<[string, string, string, number, RegExp]>([
    ["kills its own group", "kill -9 0", "agent-failed", 5, /gtd +# tries again/],
    ["changes the configuration", "echo '{}' >.gtdrc.json", "config-changed", 7, /gtd trust/],
    ["adds a configuration", "echo 'agent: x' >.gtdrc.yaml", "two-configurations", 7, /rm .*\.gtdrc\.yaml/],
    ["detaches HEAD", "git checkout -q --detach", "agent-moved", 1, /git switch main/],
    ["makes the repository bare", "git config core.bare true", "bare-repository", 6, /git config core\.bare false/],
    ["makes git look elsewhere", "git config core.worktree ../..", "broken-repository", 6, /./],
    ["removes its branch", "rm -f .git/refs/heads/main", "agent-moved", 1, /git reset --soft [0-9a-f]{40}/],
    ["removes HEAD", "rm -f .git/HEAD", "broken-repository", 6, /echo "ref: refs\/heads\/<branch>" >".*\/HEAD"/],
    ["damages the index", "echo junk >.git/index", "index-damaged", 6, /git reset/],
    ["leaves git's lock", ": >.git/index.lock", "index-locked", 6, /rm ".*index\.lock"/],
    ["makes a repository inside", "git init -q sub; touch sub/f", "embedded-repository", 6, /exclude/],
    ["links out of the tree", "ln -s /etc/passwd out", "link-outside", 6, /--allow-link/],
  ])("%s", async (_, deed, code, exit, next) => {
    const { shop, error } = await meet(`${WORK}; ${deed}`);
    expect(error).toMatchObject({ code, exit });
    expect(error?.next.join("\n")).toMatch(next);
    expect(shop.read("work.txt")).toBe("1\n");
    const command = error?.next.find((line) => /^git (?:switch|reset)/.test(line))?.replace(/ {2}#.*/, "");
    if (command !== undefined) {
      shop.git(...command.split(" ").slice(1));
      expect(shop.subjects()[0]).toBe(asked);
      expect(shop.git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/main");
    }
  });

  it("removes the whole directory", async () => {
    const { error } = await meet('rm -rf "$PWD"');
    expect(error).toMatchObject({ code: "broken-repository", exit: 6 });
    expect(error?.message).toMatch(/home\/repo" is gone/);
  });

  it("closes its output and never ends", async () => {
    const { shop, error } = await meet(`exec >&- 2>&-; ${WORK}; sleep 300`, { timeouts: { idle: "500ms" } });
    expect(error).toMatchObject({ code: "agent-failed", exit: 5 });
    expect(shop.read("work.txt")).toBe("1\n");
  });
});

describe("a script", () => {
  it("that changes the configuration stops the loop with 7 before anything more runs", async () => {
    const states = {
      idle: { actor: "human", initial: true, message: "Ask.", on: { "* ask.md": "working" } },
      working: { actor: "check", script: "echo '{}' >>.gtdrc.json", on: { "@passed": "next" } },
      next: { actor: "check", script: "touch ../ran", on: { "@passed": "idle" } },
    };
    const shop = openShop({ workflow: { states }, hooks: { onTurn: "touch ../hook" } });
    const { error } = await shop.drive();
    expect(error).toMatchObject({ code: "config-changed", exit: 7 });
    expect([shop.exists("../ran"), shop.exists("../hook")]).toEqual([false, false]);
    expect(shop.subjects()[0]).toBe(asked);
  });

  it("that leaves a process behind leaves none", async () => {
    const working = {
      actor: "check",
      script: "sleep 300 >/dev/null 2>&1 & echo $! >../child",
      on: { "@passed": "idle" },
    };
    const idle = { actor: "human", initial: true, message: "Ask.", on: { "* ask.md": "working" } };
    const shop = openShop({ workflow: { states: { idle, working } } });
    expect((await shop.drive()).error).toBeUndefined();
    expect(isAlive(Number(shop.read("../child")))).toBe(false);
  });
});
