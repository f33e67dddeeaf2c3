// Whole-process times as ratios to the floor: `node -e 0` and one `git status` in the same repository.
//   npm run bench -- [--runs 15] [--only small] [--json out.json] [--compare old.json] [--vs 'other status']
// The floor and the command run in turn, so that a busy machine is busy for both; medians are compared. Repositories
// are made for the run in a temporary directory, with a home of their own.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { benchDecide } from "./bench-decide.mjs";
import { makeRepositories } from "./bench-repositories.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "15" },
    only: { type: "string" },
    json: { type: "string", default: join(root, "node_modules", ".cache", "gtd", "bench.json") },
    compare: { type: "string" },
    vs: { type: "string" },
  },
});
const RUNS = Number(options.runs);
const GTD = [process.execPath, join(root, "bin", "gtd.cjs")];
const NODE = [process.execPath, "-e", "0"];
const STATUS = ["git", "status", "--porcelain=v2", "-z", "-uall"];

/** What is measured: its floor, what document it has to meet (`ceiling`), and what puts the repository back after a run. */
const CASES = [
  { name: "gtd --version", repo: "small", args: ["--version"], floor: [NODE], ceiling: 1.15 },
  { name: "gtd status --json, clean", repo: "small", args: ["status", "--json"], ceiling: 1.6 },
  { name: "gtd next --json, clean", repo: "small", args: ["next", "--json"], ceiling: 1.6 },
  { name: "gtd status --json, pending", repo: "pending", args: ["status", "--json"], ceiling: 1.9 },
  { name: "gtd step human", repo: "pending", args: ["step", "human"], undo: ["reset", "-q", "HEAD~1"], ceiling: 3 },
  { name: "gtd status --json, configured", repo: "configured", args: ["status", "--json"] },
  { name: "gtd status --json, 10,000 commits", repo: "commits", args: ["status", "--json"], ceiling: 1.76 },
  { name: "gtd status --json, 300 turns", repo: "turns", args: ["status", "--json"], ceiling: 2.08 },
  { name: "gtd status --json, 10,000 files, 1,000 pending", repo: "files", args: ["status", "--json"], ceiling: 1.6 },
  { name: "gtd status --json, 100,000 pending", repo: "heap", args: ["status", "--json"] },
  { name: "gtd next --json, a prompt over a gigabyte", repo: "gigabyte", args: ["next", "--json"], runs: 3 },
  { name: "gtd check", repo: "small", args: ["check"], floor: [[...GTD, "--version"]], ceiling: 2 },
  { name: "gtd check, first", repo: "small", args: ["check"], floor: [[...GTD, "--version"]], fresh: true },
  // At most a second: so many times the floor of a machine whose node starts in 50 ms.
  {
    name: "check-200: gtd check, 200 states",
    repo: "states",
    args: ["check"],
    floor: [NODE],
    ceiling: 20,
    fresh: true,
  },
].filter(({ name, repo }) => options.only === undefined || `${name} ${repo}`.includes(options.only));

const base = realpathSync(mkdtempSync(join(tmpdir(), "gtd-bench-")));
const env = makeEnvironment();

function makeEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(GTD_|GIT_|XDG_|NODE_)/.test(name));
  const gitconfig = join(base, "gitconfig");
  writeFileSync(
    gitconfig,
    "[user]\n\tname = Bench\n\temail = bench@example.org\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n",
  );
  return {
    ...Object.fromEntries(kept),
    HOME: base,
    GIT_CONFIG_GLOBAL: gitconfig,
    GIT_CONFIG_NOSYSTEM: "1",
    GTD_TRUST: "1",
    LC_ALL: "C.UTF-8",
  };
}

/** Milliseconds that the commands take one after the other. */
function time(commands, cwd, env) {
  const started = performance.now();
  for (const [command, ...args] of commands) {
    const { status, stderr } = spawnSync(command, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 28,
    });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}\n${stderr}`);
  }
  return performance.now() - started;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Runs floor and commands in turn; answers the medians. */
function pair(sides, cwd, { undo, runs = RUNS, env }) {
  const times = sides.map(() => []);
  for (let run = 0; run <= runs; run++) {
    sides.forEach((commands, side) => {
      const spent = time(commands, cwd, env);
      // The first round fills the caches of the disk.
      if (run > 0) times[side].push(spent);
      if (side === 1 && undo !== undefined) execFileSync("git", undo, { cwd, env, stdio: "ignore" });
    });
  }
  return times.map(median);
}

const HOOK = `const fs = require("node:fs"), read = fs.readFileSync, built = ${JSON.stringify(root)};
let bytes = 0, files = 0;
fs.readFileSync = (path, ...rest) => { const data = read(path, ...rest); if (String(path).startsWith(built)) { bytes += Buffer.byteLength(data); files += /\\.c?js$/.test(path); } return data; };
process.on("exit", () => fs.writeFileSync(process.env.BENCH_OUT, JSON.stringify({ bytes, files, memory: process.resourceUsage().maxRSS })));`;

/** Git processes by a shim on PATH; peak memory in MB and what was read of gtd itself by a module loaded before it. */
function inspect(args, cwd, { undo, env }) {
  const [shim, log, hook, out] = ["shim", "git.log", "hook.cjs", "out.json"].map((name) => join(base, name));
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  mkdirSync(shim, { recursive: true });
  writeFileSync(join(shim, "git"), `#!/bin/sh\necho "$1" >>'${log}'\nexec '${git}' "$@"\n`, { mode: 0o755 });
  writeFileSync(hook, HOOK);
  rmSync(log, { force: true });
  const watched = { ...env, PATH: `${shim}${delimiter}${env.PATH}`, BENCH_OUT: out };
  spawnSync(GTD[0], ["--require", hook, GTD[1], ...args], { cwd, env: watched, stdio: "ignore" });
  if (undo !== undefined) execFileSync("git", undo, { cwd, env, stdio: "ignore" });
  const { bytes, files, memory } = JSON.parse(readFileSync(out, "utf8"));
  return { git: count(log), memory: Math.round(memory / 1024), bytes, files };
}

function count(log) {
  try {
    return readFileSync(log, "utf8").trim().split("\n").length;
  } catch {
    return 0;
  }
}

function measure({ name, repo, args, undo, ceiling, runs, fresh, floor = [NODE, STATUS] }) {
  const cwd = join(base, repo);
  // A cache inside the repository is not used.
  const how = { undo, runs, env: fresh === true ? { ...env, XDG_CACHE_HOME: join(cwd, "cache") } : env };
  const other = options.vs === undefined || floor[0] !== NODE ? [] : [[["sh", "-c", options.vs]]];
  const [bottom, own, vs] = pair([floor, [[...GTD, ...args]], ...other], cwd, how);
  return {
    name,
    ratio: own / bottom,
    ...(vs === undefined ? {} : { vs: vs / bottom }),
    floor: bottom,
    ceiling,
    ...inspect(args, cwd, how),
  };
}

function renderTable(rows, old) {
  const cells = [["what", "× floor", "at most", "before", "other", "git", "peak MB", "files", "KB read"]];
  const number = (value) => (value === undefined ? "" : value.toFixed(2));
  for (const row of rows) {
    const before = old?.rows.find(({ name }) => name === row.name);
    cells.push([
      row.name,
      number(row.ratio),
      number(row.ceiling),
      number(before?.ratio),
      number(row.vs),
      `${row.git}`,
      `${row.memory}`,
      `${row.files}`,
      `${Math.round(row.bytes / 1024)}`,
    ]);
  }
  const widths = cells[0].map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  return cells
    .map((line) => line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  "))
    .join("\n");
}

try {
  makeRepositories(base, env, new Set(CASES.map(({ repo }) => repo)));
  const rows = [];
  for (const one of CASES) {
    process.stderr.write(`${one.name} …\n`);
    rows.push(measure(one));
  }
  const decisions = "decide".includes(options.only ?? "") ? await benchDecide(root, base, RUNS) : [];
  const old = options.compare === undefined ? undefined : JSON.parse(readFileSync(options.compare, "utf8"));
  process.stdout.write(`${renderTable(rows, old)}\n`);
  for (const { name, ms, ceiling } of decisions)
    process.stdout.write(`${name}: ${ms.toFixed(0)} ms${ceiling === undefined ? "" : ` (at most ${ceiling})`}\n`);
  const git = execFileSync("git", ["--version"], { encoding: "utf8" }).trim();
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(
    options.json,
    `${JSON.stringify({ machine: { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, git }, runs: RUNS, rows, decisions }, null, 1)}\n`,
  );
} finally {
  rmSync(base, { recursive: true, force: true });
}
