import { spawn } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { withLock } from "../../src/git/lock.ts";
import { findRepository } from "../../src/git/repository.ts";
import { readSnapshot } from "../../src/git/snapshot.ts";
import { Fixture, git, temporary, turn, squashAll } from "../unit/git/fixture.ts";
import { perform } from "./git-driver.ts";

// What the driver leaves when it dies before or after any git call of any operation is taken for what it is: after
// the next command's recovery all is as if it had never started, or as if it had never been interrupted (document 3,
// 3.5). While a call runs the driver waits, so a copy made then is what a kill leaves; one operation is killed for real.

const DATES = { GIT_AUTHOR_DATE: "1700000000 +0000", GIT_COMMITTER_DATE: "1700000000 +0000" };
const driver = join(temporary("driver"), "driver.cjs");
const shims = temporary("shims");
const PATH = process.env["PATH"] ?? "";

beforeAll(async () => {
  Object.assign(process.env, DATES);
  mkdirSync(shims);
  writeFileSync(join(shims, "git"), SHIM, { mode: 0o755 });
  await build({ entryPoints: [join(__dirname, "git-driver-main.ts")], bundle: true, platform: "node", format: "cjs", outfile: driver, logLevel: "error" });
});

/**
 * Numbers its calls by files, each made by one call alone ("set -C"); around each it copies the repository, or kills
 * its parent at the one asked for.
 */
const SHIM = `#!/bin/sh
n=1
set -C
while ! { echo "$*" > "$SHIM_CALLS/$n"; } 2>/dev/null; do n=$((n + 1)); done
around() {
  if [ "$SHIM_KILL" = "$1 $n" ]; then kill -9 $PPID; exit 1; fi
  if [ "$SHIM_KILL" = never ]; then cp -a "$SHIM_ROOT" "$SHIM_CALLS/$1 $n"; fi
}
around before
PATH="$SHIM_PATH" git "$@"
code=$?
around after
exit $code
`;

interface Run { readonly killed: boolean; readonly images: readonly { readonly kill: string; readonly root: string }[] }

/** Runs the driver under the shim; "never" answers the copies made on the way. */
async function run(root: string, operation: string, kill: string): Promise<Run> {
  const calls = temporary("calls");
  mkdirSync(calls);
  const child = spawn(process.execPath, [driver, root, operation], {
    env: { ...process.env, PATH: `${shims}${delimiter}${PATH}`, SHIM_PATH: PATH, SHIM_CALLS: calls, SHIM_KILL: kill, SHIM_ROOT: root },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const killed = await new Promise<boolean>((resolve, reject) => {
    child.on("close", (code, signal) => {
      if (code === 0 || signal === "SIGKILL") resolve(signal === "SIGKILL");
      else reject(new Error(Buffer.concat(errors).toString()));
    });
  });
  const images = readdirSync(calls).filter((name) => name.includes(" ") && (name.startsWith("before") || WRITES.test(readFileSync(join(calls, name.slice(6)), "utf8"))));
  return { killed, images: images.map((name) => ({ kill: name, root: join(calls, name) })) };
}

// Behind a call that only reads, the repository is what it was before that call.
const WRITES = / (add|write-tree|commit-tree|read-tree|update-index|update-ref|symbolic-ref|checkout-index|hash-object|hook) /;

interface Fingerprint { readonly head: string; readonly refs: readonly string[]; readonly index: string; readonly files: readonly string[]; readonly state: readonly string[] }

/** All that the promise speaks of. */
function fingerprint(root: string): Fingerprint {
  return {
    head: readFileSync(join(root, ".git/HEAD"), "utf8"),
    // A tip kept for good is no loss when the operation it was kept for did not happen.
    refs: [...readFiles(join(root, ".git/refs/heads"), ""), ...(existsSync(join(root, ".git/refs/worktree")) ? readFiles(join(root, ".git/refs/worktree"), "") : [])].filter((line) => line.includes(" ")),
    index: git(root, "ls-files", "--stage"),
    files: readFiles(root, ""),
    state: existsSync(join(root, ".git/gtd")) ? readdirSync(join(root, ".git/gtd")).sort() : [],
  };
}

function readFiles(root: string, dir: string): string[] {
  return readdirSync(join(root, dir)).sort().flatMap((name) => {
    const path = dir === "" ? name : `${dir}/${name}`;
    if (path === ".git") return [];
    const stats = lstatSync(join(root, path));
    if (stats.isDirectory()) return [path, ...readFiles(root, path)];
    return [`${path} ${stats.mode} ${stats.isSymbolicLink() ? readlinkSync(join(root, path)) : readFileSync(join(root, path), "utf8")}`];
  });
}

async function worked(): Promise<Fixture> {
  const f = new Fixture({ files: { "src/a": "1", "src/gone": "1" } });
  await turn(f.write({ "src/a": "2", ".gtd/TODO.md": "plan" }).remove("src/gone"), "gtd(human): a → b");
  await turn(f.write({ "src/new": "3", ".gtd/NOTES.md": "n" }), "gtd(agent): b → c");
  f.write({ "src/a": "4", "src/pending": "5", ".gtd/APPROVED": "yes", ".gtd/NOTES.md": "n, changed" });
  f.git("add", "src/pending");
  return f;
}

async function hooked(): Promise<Fixture> {
  const f = await worked();
  mkdirSync(f.path(".git/hooks"), { recursive: true });
  for (const name of ["pre-commit", "commit-msg", "post-commit"]) writeFileSync(f.path(`.git/hooks/${name}`), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  return f;
}

async function windowed(): Promise<Fixture> {
  const f = await worked();
  await perform(f.root, "turn that opens a window");
  return f.write({ "src/a": "the reviewer's", ".gtd/APPROVED": "again" });
}

async function squashed(): Promise<Fixture> {
  const f = await worked();
  const tip = f.git("rev-parse", "HEAD");
  await squashAll(f, f.git("rev-parse", "HEAD~2"), { message: `feat: x\n\nGtd-History: ${tip}\n`, consumed: [".gtd/APPROVED"] });
  f.git("checkout", "--quiet", "--", ".");
  return f.remove("src/pending", ".gtd");
}

async function handmade(): Promise<Fixture> {
  const f = await windowed();
  f.commit("by hand");
  return f.write({ more: "1" });
}

async function abandoned(): Promise<Fixture> {
  const f = new Fixture({ files: { "src/a": "1" } });
  await turn(f.write({ "src/a": "2", b: "2" }), "gtd(human): a → b");
  await perform(f.root, "undo");
  return f;
}

const SCENES: readonly (readonly [operation: string, when: string, prepare: () => Promise<Fixture>])[] = [
  ["turn", "", worked],
  ["turn with hooks", "", hooked],
  ["turn that opens a window", "", worked],
  ["turn that opens a window", "and closes another", windowed],
  ["turn", "that closes a window with a commit made by hand", handmade],
  ["squash", "", hooked],
  ["squash", "out of a window", windowed],
  ["squash to the root", "", worked],
  ["abandon", "", worked],
  ["abandon at the root", "", worked],
  ["undo", "out of a window", windowed],
  ["adopt", "", worked],
  ["restore", "of a squash", squashed],
  ["restore", "of an undone turn", abandoned],
  ["return without a trace", "", worked],
  ["open window", "", worked],
  ["close window", "", windowed],
];

describe("an interruption at any git call", () => {
  it.each(SCENES)("%s %s", { timeout: 240_000 }, async (operation, _, prepare) => {
    const f = await prepare();
    const before = fingerprint(f.root);
    const { images } = await run(f.root, operation, "never");
    const after = fingerprint(f.root);
    expect(after).not.toEqual(before);
    expect(images.length).toBeGreaterThan(6);
    const outcomes = new Map<string, string>();
    for (const { root, kill } of images) outcomes.set(await recover(root, kill, before, after), root);
    expect([...outcomes.keys()].sort()).toEqual(["finished", "never started"]);
    for (const root of outcomes.values()) expect(git(root, "fsck", "--no-progress", "--no-dangling")).toBe("");
  });

  it("a turn that kill -9 ends for real", { timeout: 240_000 }, async () => {
    const f = await worked();
    const before = fingerprint(f.root);
    const whole = copy(f.root);
    const { images } = await run(whole, "turn", "never");
    const after = fingerprint(whole);
    const outcomes = [];
    for (const { kill } of images) {
      const root = copy(f.root);
      expect((await run(root, "turn", kill)).killed).toBe(true);
      outcomes.push(await recover(root, kill, before, after));
    }
    expect(new Set(outcomes).size).toBe(2);
  });
});

/** What the next command finds and makes of it. */
async function recover(root: string, kill: string, before: Fingerprint, after: Fingerprint): Promise<"finished" | "never started"> {
  const repo = findRepository(root);
  const found = fingerprint(root);
  if (found.state.includes("journal.json")) {
    // A read command tells of the journal and changes nothing.
    expect((await readSnapshot(repo, { enough: () => true })).journal).toBe(true);
    expect(fingerprint(root)).toEqual(found);
  }
  await withLock(repo, async () => {});
  expect(existsSync(join(root, ".git/index.lock"))).toBe(false);
  const now = fingerprint(root);
  if (same(now, before)) return "never started";
  expect({ kill, ...now }).toEqual({ kill, ...after });
  return "finished";
}

function same(a: Fingerprint, b: Fingerprint): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function copy(root: string): string {
  const to = temporary("copy");
  cpSync(root, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return to;
}
