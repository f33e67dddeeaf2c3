import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.ts";
import { takeShortRoad } from "../../../src/cli/short-road.ts";
import { UserError } from "../../../src/errors.ts";
import type { Context } from "../../../src/runtime/context.ts";

let repo = "";

function git(...args: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: repo, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
    cwd: repo,
    env,
    encoding: "utf8",
  });
}

beforeEach(() => {
  repo = realpathSync(mkdtempSync(join(tmpdir(), "gtd-short-")));
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
});
afterEach(() => rmSync(repo, { recursive: true, force: true, maxRetries: 3 }));

type Road = (context: Context) => Promise<number>;

/** What a road prints, how it ends and what it throws. */
async function answer(road: Road, argv: readonly string[]) {
  let out = "";
  const context: Context = {
    cwd: repo,
    env: { HOME: repo },
    out: (text) => (out += text),
    err: () => {},
    json: argv.includes("--json"),
    color: false,
    signal: new AbortController().signal,
  };
  try {
    return { exit: await road(context), out };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { code, exit, message, detail, next } = error;
    return { code, exit, message, detail, next, out };
  }
}

function shortRoad(argv: readonly string[]): Road {
  const road = takeShortRoad(argv);
  if (road === undefined) throw new Error(`no short road for ${argv.join(" ")}`);
  return road;
}

describe("the short road", () => {
  it.each([
    [["status"]],
    [["status", "--json"]],
    [["next"]],
    [["next", "--json"]],
    [["check"]],
    [["check", "--json"]],
    [["step", "agent"]],
    [["step", "--json", "agent"]],
    [["step"]],
    [["step", "nobody at all", "--json"]],
  ])("answers %j as the whole program does", async (argv) => {
    if (argv[0] !== "step" || argv.length > 1) writeFileSync(join(repo, "idea.md"), "an idea\n");
    const short = await answer(shortRoad(argv), argv);
    expect(short).toEqual(await answer((context) => runProgram(argv, context), argv));
    expect(short.out !== "" || "code" in short).toBe(true);
  });

  it("captures a turn as the whole program does", async () => {
    const subjects: string[] = [];
    const roads: readonly Road[] = [shortRoad(["step", "human"]), (context) => runProgram(["step", "human"], context)];
    for (const road of roads) {
      writeFileSync(join(repo, "idea.md"), "an idea\n");
      expect(await answer(road, ["step", "human"])).toMatchObject({ exit: 0 });
      subjects.push(git("log", "-1", "--format=%s%n%b"));
      git("reset", "-q", "--hard", "HEAD~1");
    }
    expect(subjects[0]).toBe(subjects[1]);
  });

  it.each([
    [[]],
    [["--json"]],
    [["--json", "status"]],
    [["status", "--json", "--json"]],
    [["status", "now"]],
    [["status", "--help"]],
    [["next", "-h"]],
    [["next", "--"]],
    [["step", "a", "b"]],
    [["step", "agent", "--dry-run"]],
    [["step", "agent", "--exit", "1"]],
    [["check", "--strict"]],
    [["loop"]],
    [["statu"]],
    [["help", "status"]],
  ])("leaves %j to the whole program", (argv: readonly string[]) => {
    expect(takeShortRoad(argv)).toBeUndefined();
  });
});
