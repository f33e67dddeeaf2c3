import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { describeProgram } from "../../../src/cli/describe.ts";
import { makeProgram, runProgram } from "../../../src/cli/program.ts";
import { reportError } from "../../../src/cli/report-error.ts";
import { takeShortRoad } from "../../../src/cli/short-road.ts";
import { EXIT } from "../../../src/errors.ts";
import { withLock } from "../../../src/git/lock.ts";
import { findRepository } from "../../../src/git/repository.ts";
import type { Context } from "../../../src/runtime/context.ts";
import { makeTraps, writeFiles, type Traps } from "./traps.ts";

/** What each command is tried with; with every one of its options at least once. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  "": [
    "",
    "--once --until done --max-turns 3 --max-cost 1 --max-minutes 1 --exit-code",
    "--continue --edit --dry-run --agent true --allow-large --allow-link",
  ],
  loop: [
    "loop",
    "loop --once --until done --max-turns 3 --max-cost 1 --max-minutes 1 --exit-code",
    "loop --continue --edit --dry-run --agent true --allow-large --allow-link",
  ],
  continue: [
    "continue",
    "continue --once --until done --max-turns 3 --max-cost 1 --max-minutes 1 --exit-code --continue",
    "continue --edit --dry-run --agent true --allow-large --allow-link",
  ],
  stop: ["stop", "stop --now"],
  logs: ["logs", "logs 1 --follow", "logs --list"],
  step: [
    "step",
    "step check --exit 0 --output README.md --allow-large --allow-link",
    "step agent --cost 1 --model opus --tokens 5 --duration 3s --session 7 --attempt",
    "step human --dry-run",
  ],
  run: ["run", "run --allow-large --allow-link"],
  next: ["next"],
  status: ["status"],
  explain: ["explain", "explain --if @passed --at checking"],
  validate: ["validate", "validate plan.md", "validate plan.md --mode trap"],
  start: ["start fix", "start review --base HEAD~1"],
  review: ["review", "review HEAD~1"],
  fix: ["fix"],
  undo: ["undo"],
  abandon: ["abandon", "abandon --keep-commits"],
  restore: ["restore"],
  adopt: ["adopt"],
  window: ["window open", "window close"],
  log: ["log", "log --turns 3"],
  questions: ["questions"],
  answer: ["answer", "answer 1 --option 1 --no-step", "answer --approve", "answer 1 --comment no", "answer --list"],
  changesets: ["changesets"],
  format: ["format plan.md"],
  check: ["check", "check --workflow flow.yaml", "check --strict --notes --format github"],
  test: [
    "test",
    "test .gtdrc.scenarios.yaml --coverage-min 50",
    "test --workflow flow.yaml .gtdrc.scenarios.yaml",
    "test --replay HEAD~1..HEAD",
  ],
  mermaid: ["mermaid", "mermaid --current", "mermaid --write README.md", "mermaid --check README.md"],
  workflow: ["workflow", "workflow --print"],
  init: ["init", "init --test true --agent true --dry-run"],
  config: ["config", "config --show-origin"],
  doctor: ["doctor"],
  trust: ["trust --list", "trust --revoke", "trust"],
  completion: ["completion bash", "completion zsh", "completion fish", "completion --list states"],
  demo: ["demo"],
  help: ["help", "help status"],
};

/** Command lines that have no need of a trusted configuration, by how they begin, with the reason. */
const FREE: Readonly<Record<string, string>> = {
  stop: "halts a loop that is under way",
  logs: "prints what a loop has written",
  "window close": "must work whatever the configuration says",
  format: "knows nothing of a workflow",
  init: "never overwrites",
  config: "prints what the files say",
  doctor: "says what is not trusted",
  trust: "is what shows and trusts it",
  completion: "lists names as they are written",
  demo: "runs in a repository of its own",
  help: "prints help",
};

const LOOPS = ["", "loop", "continue", "answer"];
/** Commands that would find each other's lock: one after the other. */
const LOCKING = new Set("step run start review fix undo abandon restore adopt window".split(" ").concat(LOOPS));

const ROOT = path.resolve(import.meta.dirname, "../../..");
const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-untrusted-")));
const home = path.join(base, "home");
let traps: Traps;
let count = 0;

beforeAll(() => {
  const config = path.join(base, "gitconfig");
  fs.mkdirSync(path.join(base, "marks"));
  fs.writeFileSync(config, "[user]\n\tname = Ada\n\temail = ada@example.org\n[maintenance]\n\tauto = false\n");
  vi.stubEnv("HOME", home);
  vi.stubEnv("GIT_CONFIG_GLOBAL", config);
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
  traps = makeTraps(path.join(base, "marks"));
  makeRepository(path.join(home, "own"), traps.files);
});
afterAll(() => {
  vi.unstubAllEnvs();
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 });
});

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", env: process.env });
}

/** A repository in the middle of a process, where the check is awaited and something is pending. */
function makeRepository(directory: string, files: Readonly<Record<string, string>>): string {
  fs.mkdirSync(directory, { recursive: true });
  git(directory, "init", "-q", "--template=");
  writeFiles(directory, { "README.md": "<!-- gtd:mermaid -->\n<!-- /gtd:mermaid -->\n", ...files });
  git(directory, "add", ".");
  git(directory, "commit", "-qm", "chore: begin");
  git(directory, "commit", "-qm", "gtd(agent): working → checking", "--allow-empty");
  writeFiles(directory, { "plan.md": "# Plan\n", "work.txt": "work\n" });
  return directory;
}

interface Ending {
  readonly line: string;
  readonly code: number;
  readonly said: string;
}

/** Runs one command line as the CLI does, in this process, without a terminal. Nothing is trusted but what `state` tells. */
async function play(cwd: string, line: string, env: Readonly<Record<string, string>> = {}): Promise<Ending> {
  const argv = line.split(" ").filter(Boolean);
  let said = "";
  const say = (text: string): void => {
    said += text;
  };
  const state = path.join(base, "state", String(++count));
  const context: Context = {
    cwd,
    env: { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: state, XDG_CACHE_HOME: path.join(base, "c"), ...env },
    out: say,
    err: say,
    json: false,
    color: false,
    signal: new AbortController().signal,
  };
  const road = takeShortRoad(argv);
  const run = road === undefined ? runProgram(argv, context) : road(context);
  return { line, code: await run.catch((error: unknown) => reportError(error, context)), said };
}

/** Everything that a command may have changed. */
function look(directory: string): string {
  return git(directory, "status", "--porcelain=v2", "--branch", "-uall") + git(directory, "show-ref");
}

const caught = (): readonly string[] => fs.readdirSync(traps.marks).toSorted();
const isFree = (line: string): boolean => Object.keys(FREE).some((start) => `${line} `.startsWith(`${start} `));
const commandOf = (line: string): string => Object.entries(LINES).find(([, lines]) => lines.includes(line))?.[0] ?? "";

/** Runs every line; answers those that ended otherwise than an untrusted configuration asks for. */
async function playAll(cwd: string, lines: readonly string[], env = {}): Promise<readonly Ending[]> {
  const before = look(cwd);
  const queue = lines.filter((line) => LOCKING.has(commandOf(line)));
  const alone = queue.reduce<Promise<readonly Ending[]>>(
    async (done, line) => [...(await done), await play(cwd, line, env)],
    Promise.resolve([]),
  );
  const free = lines.filter((line) => !queue.includes(line)).map((line) => play(cwd, line, env));
  const endings = [...(await alone), ...(await Promise.all(free))];
  expect(look(cwd)).toBe(before);
  return endings.filter(({ line, code, said }) => {
    if (isFree(line)) return code === EXIT.config;
    return code !== EXIT.config || !/not trusted/.test(said) || !/^ {2}gtd trust |^ {2}GTD_TRUST=1 gtd /m.test(said);
  });
}

const all = Object.values(LINES).flat();
/** One of each command, where it matters how a configuration is found and not what is asked. */
const some = Object.values(LINES).flatMap((lines) => lines.slice(-1));
/** Those that do something of their own, whatever the configuration says. */
const own = new Set(["demo", "trust"]);

describe("the command lines that are tried here", () => {
  const commands = describeProgram(makeProgram(() => {}, { out: () => {} }));

  it("are of every command that there is", () => {
    expect(Object.keys(LINES).toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
  });

  it.each(commands.map(({ name, options }) => [name === "" ? "gtd" : name, name, options] as const))(
    "have every option of %s",
    (_, name, options) => {
      const tried = (LINES[name] ?? []).join(" ").split(" ");
      const missing = options.map(({ long }) => long).filter((long) => !tried.includes(long));
      expect(missing.filter((long) => !["--json", "--help", "--version"].includes(long))).toEqual([]);
    },
  );
});

describe("a configuration that is not trusted runs and renders nothing, whatever the command", () => {
  it("in a repository", async () => {
    expect(
      await playAll(
        path.join(home, "own"),
        all.filter((line) => line !== "demo"),
      ),
    ).toEqual([]);
    expect(caught()).toEqual([]);
  });

  it("around the temporary directory in which the demo makes its repository", async () => {
    const tmp = path.join(home, "own", "tmp");
    fs.mkdirSync(tmp);
    const env = { ...process.env, TMPDIR: tmp };
    const child = spawn(process.execPath, [path.join(ROOT, "bin", "gtd.cjs"), "demo"], { cwd: tmp, env });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        // Its first turn tells whose workflow it runs.
        if (said.includes("gtd(human): ")) child.kill("SIGINT");
      });
    await new Promise((resolve) => child.on("close", resolve));
    fs.rmSync(tmp, { recursive: true });
    expect(said).toContain("idle → capturing");
    expect(caught()).toEqual([]);
  });

  it("in a linked worktree of a repository in which it is trusted", async () => {
    const root = path.join(home, "own");
    const state = { XDG_STATE_HOME: path.join(base, "trusted") };
    expect(await play(root, "trust", state)).toMatchObject({ code: 0 });
    git(root, "worktree", "add", "-q", "--detach", path.join(home, "linked"));
    expect(
      await playAll(
        path.join(home, "linked"),
        some.filter((line) => !own.has(line)),
        state,
      ),
    ).toEqual([]);
    expect(caught()).toEqual([]);
  });

  it("after a file that it extends has changed", async () => {
    const root = makeRepository(path.join(home, "changed"), traps.files);
    const state = { XDG_STATE_HOME: path.join(base, "changed") };
    expect(await play(root, "trust", state)).toMatchObject({ code: 0 });
    fs.appendFileSync(path.join(root, "base.yaml"), "\n");
    const lines = some.filter((line) => !own.has(line) && line !== "trust --revoke");
    expect(await playAll(root, lines, state)).toEqual([]);
    expect(caught()).toEqual([]);
  });

  it("in a directory above the repository", async () => {
    writeFiles(path.join(home, "above"), traps.files);
    const root = makeRepository(path.join(home, "above", "project"), {
      "flow.yaml": traps.files["flow.yaml"] ?? "",
      "base.yaml": traps.files["base.yaml"] ?? "",
    });
    expect(
      await playAll(
        root,
        some.filter((line) => !own.has(line) && !line.startsWith("init")),
      ),
    ).toEqual([]);
    expect(caught()).toEqual([]);
  });

  it("while another gtd holds the lock, which is told first where it is needed", async () => {
    const root = path.join(home, "own");
    const lines = some.filter((line) => LOCKING.has(commandOf(line)));
    await withLock(findRepository(root), async () => {
      const endings = await Promise.all(lines.map((line) => play(root, line)));
      for (const { line, code, said } of endings) {
        if (!isFree(line)) expect([EXIT.unfit, EXIT.config], line).toContain(code);
        expect(said).not.toContain("a fault in gtd itself");
      }
    });
    expect(caught()).toEqual([]);
  });

  it("as the workflow or the scenarios that a command names", async () => {
    const { ".gtdrc.yaml": _, ...files } = traps.files;
    const root = makeRepository(path.join(home, "named"), files);
    const lines = all.filter((line) => line.includes("--workflow") || /^test( \.|$)/.test(line));
    expect(lines.length).toBeGreaterThan(3);
    expect(await playAll(root, lines)).toEqual([]);
    expect(caught()).toEqual([]);
  });
});

it("the same configuration, once trusted, runs into every one of these traps", async () => {
  const root = makeRepository(path.join(home, "trusted"), traps.files);
  git(root, "reset", "-q", "--hard", "HEAD~1");
  const trusted = { GTD_TRUST: "1" };
  fs.rmSync(path.join(root, "work.txt"));
  for (const line of ["next", "validate", "loop", "step"]) await play(root, line, trusted);
  expect(traps.names.filter((name) => !caught().includes(name))).toEqual([]);
});
