// Runs the hot commands from a dist/ in a repository made for it, and keeps what V8 compiled for them beside each file
// that took part and that has a stamp, under the names that bin/gtd.cjs looks for:
//   node scripts/code-cache.mjs <dist> <chunk of src/cli/program.ts>
// V8 compiles a function at its first call, so the caches are taken behind the runs, which all share one set of scripts.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

const [, , dist, program] = process.argv;
const require = createRequire(import.meta.url);
const WRAPPER = "(function (exports, require, module, __filename, __dirname) {";
const scripts = new Map();
const modules = new Map();
const written = new Set();

/** As bin/gtd.cjs loads it, without a cache. */
function load(filename) {
  const known = modules.get(filename);
  if (known !== undefined) return known.exports;
  const source = readFileSync(filename, "utf8");
  // A copy: V8 would keep a slice of the path with the whole of it, and so tell where this was built.
  const name = Buffer.from(basename(filename)).toString();
  const script = new Script(`${WRAPPER}${source}\n})`, { filename: name });
  const module = { exports: {} };
  scripts.set(filename, { script, source });
  modules.set(filename, module);
  const requireFrom = (id) => (id.startsWith(".") ? load(join(dirname(filename), id)) : require(id));
  script.runInThisContext()(module.exports, requireFrom, module, filename, dirname(filename));
  return module.exports;
}

/** Of the files that have none yet: what the rest of a run compiles of them is not what a hot command needs. */
function writeCaches() {
  for (const [filename, { script, source }] of scripts) {
    if (written.has(filename)) continue;
    written.add(filename);
    const stamp = /\/\/ ([0-9a-f]{16})\n$/.exec(source.slice(-20))?.[1];
    if (stamp === undefined) continue;
    const file = `${filename.slice(0, -3)}-${stamp}-${process.version}-${process.arch}.cache`;
    writeFileSync(`${file}.${process.pid}`, script.createCachedData());
    renameSync(`${file}.${process.pid}`, file);
  }
}

const git = (cwd, ...args) => execFileSync("git", args, { cwd, stdio: "ignore" });

function makeRepository(home) {
  const repo = join(home, "repo");
  mkdirSync(join(repo, ".gtd"), { recursive: true });
  git(repo, "init", "-q");
  git(repo, "commit", "-q", "--allow-empty", "-m", "first");
  return repo;
}

/** An environment in which nothing of the machine takes part. */
function isolate(home) {
  for (const name of Object.keys(process.env)) if (/^(GTD_|GIT_|XDG_)/.test(name)) delete process.env[name];
  Object.assign(process.env, { HOME: home, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GTD_TRUST: "1" });
  for (const who of ["AUTHOR", "COMMITTER"])
    Object.assign(process.env, { [`GIT_${who}_NAME`]: "gtd", [`GIT_${who}_EMAIL`]: "gtd@example.org" });
}

const home = realpathSync(mkdtempSync(join(tmpdir(), "gtd-build-")));
try {
  isolate(home);
  const cwd = makeRepository(home);
  process.argv = [process.execPath, "gtd", "--version"];
  process.stdout.write = () => true;
  const { hot } = load(join(dist, "gtd.js"));
  const { signal } = new AbortController();
  const context = { cwd, env: process.env, out: () => {}, err: () => {}, json: true, color: false, signal };
  const command = async (name, ...args) => {
    const door = Object.keys(hot).find((one) => one.startsWith(`${name}-`));
    await hot[door]()[`${name}Command`](context, ...args);
  };
  await command("status");
  await command("next");
  writeFileSync(join(cwd, ".gtd", "TODO.md"), "an idea\n");
  await command("status");
  await command("step", "human", {});
  await command("status");
  writeFileSync(join(cwd, ".gtdrc.yaml"), 'vars:\n  testCommand: "true"\n');
  // Compiled by another process, so that here it is found compiled, as it is nearly always.
  execFileSync(process.execPath, [join(dirname(dist), "bin", "gtd.cjs"), "status"], { cwd, stdio: "ignore" });
  await command("status");
  writeCaches();
  rmSync(join(process.env.HOME, ".cache"), { recursive: true });
  await command("status");
  // The others come through the parser.
  const { runProgram } = load(join(dist, program));
  for (const line of [["check"], ["loop", "--dry-run"]]) await runProgram(line, context);
  // A steering file brings the markdown parser and the formatter.
  const states = {
    idle: { actor: "human", initial: true, message: "Ask.", on: { "* **": "planning" } },
    planning: { actor: "agent", prompt: "Plan.", file: "plan.md", mode: "qa", on: { "* **": "idle" } },
  };
  writeFileSync(join(cwd, ".gtdrc.yaml"), JSON.stringify({ workflow: { states } }));
  git(cwd, "add", "-A");
  git(cwd, "commit", "-q", "-m", "gtd(human): idle → planning");
  writeFileSync(join(cwd, "plan.md"), "# Plan\n\n*   An idea.\n\n## Open Questions\n\n### Which one?\n\n- [ ] This\n");
  for (const line of [["next"], ["validate"], ["step", "agent"]]) await runProgram(line, context);
  writeCaches();
} finally {
  if (existsSync(home)) rmSync(home, { recursive: true, force: true });
}
