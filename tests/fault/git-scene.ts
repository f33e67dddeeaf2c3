import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { build } from "esbuild";
import { Fixture, git, temporary, turn } from "../unit/git/fixture.ts";

const driver = join(temporary("driver"), "driver.cjs");
const shims = temporary("shims");
const PATH = process.env["PATH"] ?? "";

/** Makes the driver and the shim; commits get one time, so that what is done twice is the same. */
export async function prepareFaults(): Promise<void> {
  Object.assign(process.env, { GIT_AUTHOR_DATE: "1700000000 +0000", GIT_COMMITTER_DATE: "1700000000 +0000" });
  mkdirSync(shims);
  writeFileSync(join(shims, "git"), SHIM, { mode: 0o755 });
  const entry = join(__dirname, "git-driver-main.ts");
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: driver,
    logLevel: "error",
  });
}

/**
 * Numbers its calls by files, each made by one call alone ("set -C"); around each it copies the repository, kills
 * its parent at the one asked for, or fails.
 */
const SHIM = `#!/bin/sh
n=1
set -C
while ! { echo "$*" > "$SHIM_CALLS/$n"; } 2>/dev/null; do n=$((n + 1)); done
around() {
  if [ "$SHIM_FAULT" = "$1 $n" ]; then kill -9 $PPID; exit 1; fi
  if [ "$SHIM_FAULT" = image ]; then cp -a "$SHIM_ROOT" "$SHIM_CALLS/$1 $n"; fi
}
around before
if [ "$SHIM_FAULT" = "fail $n" ]; then echo "fatal: write error: No space left on device" >&2; exit 128; fi
PATH="$SHIM_PATH" git "$@"
code=$?
around after
exit $code
`;

export interface Run {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly stderr: string;
  /** How many git calls were made. */
  readonly calls: number;
  readonly images: readonly { readonly kill: string; readonly root: string }[];
}

/**
 * Runs the driver under the shim. `fault` is "before <n>" or "after <n>" for a kill around the n-th call, "fail <n>"
 * for a call that fails, "image" for copies made around each call, or anything else for none.
 */
export async function run(root: string, operation: string, fault: string): Promise<Run> {
  const calls = temporary("calls");
  mkdirSync(calls);
  const child = spawn(process.execPath, [driver, root, operation], {
    env: {
      ...process.env,
      PATH: `${shims}${delimiter}${PATH}`,
      SHIM_PATH: PATH,
      SHIM_CALLS: calls,
      SHIM_FAULT: fault,
      SHIM_ROOT: root,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const names = readdirSync(calls);
  const images = names.filter(
    (name) =>
      name.startsWith("before ") ||
      (name.startsWith("after ") && WRITES.test(readFileSync(join(calls, name.slice(6)), "utf8"))),
  );
  return {
    code,
    stderr: Buffer.concat(errors).toString(),
    calls: names.filter((name) => /^\d+$/.test(name)).length,
    images: images.map((name) => ({ kill: name, root: join(calls, name) })),
  };
}

// Behind a call that only reads, the repository is what it was before that call.
const WRITES =
  / (add|write-tree|commit-tree|read-tree|update-index|update-ref|symbolic-ref|checkout-index|hash-object|hook) /;

export interface Fingerprint {
  readonly head: string;
  readonly refs: readonly string[];
  readonly index: string;
  readonly files: readonly string[];
  readonly state: readonly string[];
}

/** All that the promise speaks of. */
export function fingerprint(root: string): Fingerprint {
  return {
    head: readFileSync(join(root, ".git/HEAD"), "utf8"),
    // A tip kept for good is no loss when the operation it was kept for did not happen.
    refs: [
      ...readFiles(join(root, ".git/refs/heads"), ""),
      ...(existsSync(join(root, ".git/refs/worktree")) ? readFiles(join(root, ".git/refs/worktree"), "") : []),
    ].filter((line) => line.includes(" ")),
    index: git(root, "ls-files", "--stage"),
    files: readFiles(root, ""),
    state: existsSync(join(root, ".git/gtd")) ? readdirSync(join(root, ".git/gtd")).sort() : [],
  };
}

function readFiles(root: string, dir: string): string[] {
  const found: string[] = [];
  for (const name of readdirSync(join(root, dir)).sort()) {
    const path = dir === "" ? name : `${dir}/${name}`;
    if (path === ".git") continue;
    const stats = lstatSync(join(root, path));
    if (stats.isDirectory()) found.push(path, ...readFiles(root, path));
    else
      found.push(
        `${path} ${stats.mode} ${stats.isSymbolicLink() ? readlinkSync(join(root, path)) : readFileSync(join(root, path), "utf8")}`,
      );
  }
  return found;
}

/** A process of two turns with changes of every sort pending. */
export async function worked(): Promise<Fixture> {
  const f = new Fixture({ files: { "src/a": "1", "src/gone": "1" } });
  await turn(f.write({ "src/a": "2", ".gtd/TODO.md": "plan" }).remove("src/gone"), "gtd(human): a → b");
  await turn(f.write({ "src/new": "3", ".gtd/NOTES.md": "n" }), "gtd(agent): b → c");
  f.write({ "src/a": "4", "src/pending": "5", ".gtd/APPROVED": "yes", ".gtd/NOTES.md": "n, changed" });
  f.git("add", "src/pending");
  return f;
}

export function same(a: Fingerprint, b: Fingerprint): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function copy(root: string): string {
  const to = temporary("copy");
  cpSync(root, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return to;
}
