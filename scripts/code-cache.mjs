// Runs the hot commands from dist/gtd.js in a repository made for it, and keeps what V8 compiled for them in a file:
//   node scripts/code-cache.mjs <gtd.js> <cache file>
// V8 compiles a function at its first call, so the cache is taken behind the runs, from the script they all share.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

const [filename, file] = process.argv.slice(2);
const require = createRequire(filename);

/** As bin/gtd.cjs loads it, but for the cache. */
function load() {
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, "utf8")}\n})`,
    { filename },
  );
  const module = { exports: {} };
  require.cache[filename] = { id: filename, filename, loaded: true, exports: module.exports };
  script.runInThisContext()(module.exports, require, module, filename, dirname(filename));
  return { script, hot: module.exports.hot };
}

function makeRepository(home) {
  const repo = join(home, "repo");
  mkdirSync(repo);
  const git = (...args) => execFileSync("git", args, { cwd: repo, stdio: "ignore" });
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  return repo;
}

const home = realpathSync(mkdtempSync(join(tmpdir(), "gtd-build-")));
try {
  const names = Object.keys(process.env).filter((name) => /^(GTD_|GIT_)/.test(name));
  for (const name of names) delete process.env[name];
  const who = {
    GIT_AUTHOR_NAME: "gtd",
    GIT_AUTHOR_EMAIL: "gtd@example.org",
    GIT_COMMITTER_NAME: "gtd",
    GIT_COMMITTER_EMAIL: "gtd@example.org",
  };
  Object.assign(process.env, who, { HOME: home, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" });
  const cwd = makeRepository(home);
  process.argv = [process.execPath, filename, "--version"];
  process.stdout.write = () => true;
  const { script, hot } = load();
  const command = async (name, ...args) => {
    const key = Object.keys(hot).find((one) => one.startsWith(`${name}-`));
    const context = { cwd, env: process.env, out: () => {}, err: () => {}, json: true, color: false };
    await hot[key]()[`${name}Command`](context, ...args);
  };
  await command("status");
  await command("next");
  mkdirSync(join(cwd, ".gtd"));
  writeFileSync(join(cwd, ".gtd", "TODO.md"), "an idea\n");
  await command("status");
  await command("step", "human", {});
  await command("status");
  writeFileSync(file, script.createCachedData());
} finally {
  rmSync(home, { recursive: true, force: true });
}
