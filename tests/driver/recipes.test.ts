import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openShop, type Shop } from "./fixture.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const [, recipes = ""] = fs.readFileSync(path.join(ROOT, "docs/driver.md"), "utf8").split("\n## Recipes\n");
const [ci = "", tmux = "", worktree = ""] = [...recipes.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text]) => text);

function run(shop: Shop, script: string) {
  const { status, stdout } = spawnSync("bash", ["-c", `exec 2>&1\n${script}`], {
    cwd: shop.dir,
    env: shop.env,
    encoding: "utf8",
  });
  return { code: status, output: stdout };
}

const taken = "gtd(agent): working → looking";

describe("the recipes of docs/driver.md", () => {
  it("has a CI job that is green when a human is needed, and red when the agent fails", () => {
    const good = openShop({ agent: "echo 1 >work.txt" });
    delete good.env["GTD_TRUST"];
    expect(run(good, ci)).toMatchObject({ code: 0 });
    expect(good.subjects()[0]).toBe(taken);
    expect(run(openShop({ agent: "exit 1" }), ci).code).not.toBe(0);
  });

  it.skipIf(spawnSync("tmux", ["-V"]).status !== 0)(
    "has a loop in tmux (which this needs) that is followed from elsewhere",
    () => {
      const shop = openShop({ agent: "echo hello; sleep 1; echo 1 >work.txt" });
      const socket = `gtd-${process.pid}`;
      onTestFinished(() => void spawnSync("tmux", ["-L", socket, "kill-server"], { env: shop.env }));
      // The follower waits for the loop that tmux has just started.
      const wait = "until [ -e .git/gtd/loop ]; do sleep 0.05; done";
      const script = tmux.replace("tmux ", `tmux -L ${socket} `).replace("gtd logs", `${wait}; gtd logs`);
      expect(run(shop, script).output).toContain("hello");
      expect(
        execFileSync("git", ["log", "-1", "--format=%s"], { cwd: shop.dir, env: shop.env, encoding: "utf8" }).trim(),
      ).toBe(taken);
    },
  );

  it("has a worktree for each task, whose loop does not meet the first", () => {
    const shop = openShop({ agent: "echo 1 >work.txt" });
    const { code, output } = run(shop, worktree);
    expect(code, output).toBe(0);
    expect(shop.git("log", "-1", "--format=%s", "task").trim()).toBe(taken);
    expect(fs.readdirSync(path.join(shop.dir, ".git/gtd/logs/task"))).toEqual(["1-working.log"]);
    expect(shop.subjects()[0]).toBe("gtd(human): idle → working");
  });
});
