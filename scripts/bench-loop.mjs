// What a long loop costs: time and memory of a beat early and late, in one process of `gtd loop`.
//   node scripts/bench-loop.mjs [--turns 200]
// An agent that is a shell command and a script take turns; what they cost themselves is in the figures, so only their
// growth means anything. The repository is made for the run in a temporary directory, with a home of its own.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({ options: { turns: { type: "string", default: "200" } } });
const TURNS = Number(options.turns);
/** Turns of which a median is taken. */
const WINDOW = Math.max(1, Math.min(20, Math.floor(TURNS / 4)));

const states = {
  idle: { actor: "human", initial: true, message: "Ask.", on: { "* ask.md": "working" } },
  working: { actor: "agent", prompt: "Work on <%= it.read('ask.md') %>", memory: "work", on: { "* **": "testing" } },
  testing: {
    actor: "check",
    script: "echo checking; test $(($(wc -l <work.txt) % 2)) = 0",
    capture: "out.txt",
    on: { "@passed": "working", "@failed": "working" },
  },
};
const config = {
  workflow: { states },
  agent: "cat >/dev/null; echo a line of work; date +%N >>work.txt",
  limits: { turns: 10 * TURNS },
};

const base = realpathSync(mkdtempSync(join(tmpdir(), "gtd-bench-loop-")));
const repo = join(base, "repo");
const shim = join(base, "shim");
const calls = join(base, "calls");
for (const dir of [repo, shim]) mkdirSync(dir);
const kept = Object.entries(process.env).filter(([name]) => !/^(GTD_|GIT_|XDG_|NODE_)/.test(name));
writeFileSync(join(base, "gitconfig"), "[user]\n\tname = Bench\n\temail = bench@example.org\n[gc]\n\tauto = 0\n");
const env = {
  ...Object.fromEntries(kept),
  HOME: base,
  GIT_CONFIG_GLOBAL: join(base, "gitconfig"),
  GIT_CONFIG_NOSYSTEM: "1",
  GTD_TRUST: "1",
};
const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
writeFileSync(join(shim, "git"), `#!/bin/sh\necho x >>'${calls}'\nexec '${git}' "$@"\n`, { mode: 0o755 });

function prepare() {
  const run = (...args) => execFileSync("git", args, { cwd: repo, env, stdio: "ignore" });
  run("init", "-q");
  writeFileSync(join(repo, ".gtdrc.json"), JSON.stringify(config));
  writeFileSync(join(repo, "work.txt"), "");
  run("add", "-A");
  run("commit", "-qm", "chore: begin");
  writeFileSync(join(repo, "ask.md"), "an idea\n");
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const count = () => readFileSync(calls, "utf8").length / 2;
const memoryOf = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Milliseconds of the loop's own processor time, in ticks of ten (proc(5)); a busy machine does not stretch it. */
function workOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

async function drive() {
  const loop = spawn(process.execPath, [join(root, "bin", "gtd.cjs"), "loop", "--json", "--max-turns", `${TURNS}`], {
    cwd: repo,
    env: { ...env, PATH: `${shim}${delimiter}${env.PATH}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const turns = [];
  let before = performance.now();
  for await (const line of createInterface({ input: loop.stdout })) {
    const event = JSON.parse(line);
    if (event.event !== "turn") continue;
    const now = performance.now();
    turns.push({ ms: now - before, work: workOf(loop.pid), memory: memoryOf(loop.pid), git: count() });
    before = now;
  }
  return turns;
}

function report(turns) {
  const rows = [WINDOW, Math.floor(turns.length / 2), turns.length - WINDOW].map((from) => {
    const some = turns.slice(from, from + WINDOW);
    const [first, last] = [turns[from - 1], some.at(-1)];
    const cells = [
      `${from + 1}–${from + WINDOW}`,
      median(some.map(({ ms }) => ms)).toFixed(0),
      ((last.work - first.work) / some.length).toFixed(1),
      last.memory.toFixed(0),
      ((last.git - first.git) / some.length).toFixed(2),
    ];
    return cells.map((cell) => cell.padStart(11)).join("");
  });
  const head = ["turns", "ms/beat", "CPU ms/beat", "RSS MB", "git/beat"].map((cell) => cell.padStart(11)).join("");
  process.stdout.write(`${head}\n${rows.join("\n")}\n`);
}

try {
  prepare();
  const turns = await drive();
  if (turns.length < TURNS) throw new Error(`the loop ended after ${turns.length} turns`);
  report(turns);
} finally {
  rmSync(base, { recursive: true, force: true });
}
