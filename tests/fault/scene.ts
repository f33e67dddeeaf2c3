import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Fixture, git, temporary } from "../unit/git/fixture.ts";

const ROOT = resolve(__dirname, "../..");
const BINARY = join(ROOT, "bin/gtd.cjs");
const PRELOAD = join(__dirname, "preload.cjs");

/** Every kind of move is a row of it: a turn, a script, a window, a squash, and a way back without a trace. */
const CONFIGURATION = `workflow:
  states:
    idle: { actor: human, initial: true, message: write, on: { "* **": building } }
    building: { actor: agent, prompt: work, on: { "D .gtd/TODO.md": idle, "* **": checking } }
    checking:
      actor: check
      script: "if [ -e red ]; then echo red; exit 1; fi"
      capture: .gtd/out.txt
      on: { "@passed": looking, "* **": building }
    looking:
      actor: human
      entry: look
      window: {}
      message: look
      on: { "AM .gtd/APPROVED": done, "* **": building }
    done: { commit: "feat: all of it", drop: [".gtd/**"] }
`;

/** What the tests' own processes get beside the fixture's: no question of trust, and one time for all commits. */
export function prepareEnvironment(): void {
  Object.assign(process.env, {
    GTD_TRUST: "1",
    GIT_AUTHOR_DATE: "1700000000 +0000",
    GIT_COMMITTER_DATE: "1700000000 +0000",
  });
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built binary; `watch` names a fault of `preload.cjs` and the directory it writes to. */
export async function gtd(
  root: string,
  args: readonly string[],
  watch?: { readonly fault: string; readonly dir: string; readonly command?: string },
): Promise<Ended> {
  const child = spawn(process.execPath, [...(watch ? ["--require", PRELOAD] : []), BINARY, ...args], {
    cwd: root,
    env: {
      ...process.env,
      ...(watch ? { FAULT_ROOT: root, FAULT_DIR: watch.dir, FAULT: watch.fault, FAULT_COMMAND: watch.command } : {}),
    },
    // A group of its own takes the signals that a terminal would send.
    detached: watch !== undefined,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const { code, signal } = await new Promise<Pick<Ended, "code" | "signal">>((done) =>
    child.once("close", (code, signal) => done({ code, signal })),
  );
  return { code, signal, stdout, stderr };
}

export interface Watched extends Ended {
  /** What was done to the repository, in order: `events[0]` is event 1. */
  readonly events: readonly string[];
  /** What a kill would have left, each different: "<event> before" or "<event> after", and where the copy lies. */
  readonly images: readonly { readonly moment: string; readonly root: string }[];
}

/** Runs the built binary under a fault of `preload.cjs`; `command` is what "exec" runs. */
export async function watch(root: string, args: readonly string[], fault: string, command?: string): Promise<Watched> {
  const dir = temporary("watch");
  mkdirSync(dir);
  const ended = await gtd(root, args, { fault, dir, ...(command === undefined ? {} : { command }) });
  const images = readdirSync(dir).filter((name) => name !== "events");
  return {
    ...ended,
    events: readFileSync(join(dir, "events"), "utf8").split("\n").slice(0, -1),
    images: images
      .toSorted((a, b) => parseInt(a, 10) - parseInt(b, 10))
      .map((moment) => ({ moment, root: join(dir, moment) })),
  };
}

/** Runs it and has it succeed. */
export async function succeed(root: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await gtd(root, args);
  if (code !== 0) throw new Error(`gtd ${args.join(" ")} ended with ${code}: ${stderr}`);
}

export function copy(root: string): string {
  const to = temporary("copy");
  cpSync(root, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return to;
}

const START = { ".gtdrc.yaml": CONFIGURATION, "src/a": "1", "src/gone": "1", 'odd \n"näme"': "1" };
const built = new Map<string, Promise<string>>();

/** A copy of a repository that is made once: what `SCENES` calls it. */
export async function scene(name: keyof typeof SCENES): Promise<string> {
  let root = built.get(name);
  if (root === undefined) built.set(name, (root = SCENES[name]()));
  return copy(await root);
}

/** Changes of every sort, some of them staged, some staged and then changed again. */
function edit(f: Fixture): Fixture {
  f.write({ "src/a": "4", "src/pending": "5", ".gtd/NOTES.md": "n, changed", staged: "1" });
  f.git("add", "src/pending", "staged");
  f.git("rm", "--quiet", "--cached", 'odd \n"näme"');
  return f.write({ staged: "2" });
}

function fresh(): Fixture {
  return new Fixture({ files: START });
}

/** Two turns made by hand, at "checking". */
function worked(f: Fixture = fresh()): Fixture {
  f.write({ "src/a": "2", ".gtd/TODO.md": "plan" }).remove("src/gone").commit("gtd(human): idle → building");
  f.write({ "src/new": "3", ".gtd/NOTES.md": "n" }).commit("gtd(agent): building → checking");
  return f;
}

async function looking(f: Fixture = worked()): Promise<Fixture> {
  await succeed(f.root, "run");
  return f;
}

const SCENES = {
  fresh: async () => fresh().root,
  "fresh, edited": async () => edit(fresh()).root,
  "without commits": async () => new Fixture().write(START).root,
  building: async () => {
    const f = fresh();
    f.write({ "src/a": "2", ".gtd/TODO.md": "plan" }).commit("gtd(human): idle → building");
    return edit(f).root;
  },
  "building, all taken back": async () => {
    const f = fresh();
    f.write({ ".gtd/TODO.md": "plan" }).commit("gtd(human): idle → building");
    return f.remove(".gtd").root;
  },
  "building, foreign": async () => {
    const f = fresh();
    f.write({ "src/a": "2", ".gtd/TODO.md": "plan" }).commit("gtd(human): idle → building");
    f.write({ "src/a": "3" }).commit("wip: by hand");
    f.write({ more: "1" }).commit("wip: more by hand");
    return edit(f).root;
  },
  checking: async () => edit(worked()).root,
  "checking, red": async () => worked().write({ red: "1", ".gtd/out.txt": "mine" }).root,
  "looking, edited": async () => edit(await looking()).root,
  "looking, edited, committed": async () => {
    const f = await looking();
    f.write({ "src/a": "3" }).commit("by hand, inside the window");
    return edit(f).root;
  },
  "looking, approved": async () => edit(await looking()).write({ ".gtd/APPROVED": "yes" }).root,
  "looking, approved, window closed": async () => {
    const f = await looking();
    await succeed(f.root, "window", "close");
    return edit(f).write({ ".gtd/APPROVED": "yes" }).root;
  },
  "looking, approved, from the root": async () => {
    const f = new Fixture().write(START);
    f.commit("gtd(human): idle → building");
    f.write({ "src/new": "3", ".gtd/NOTES.md": "n" }).commit("gtd(agent): building → checking");
    await looking(f);
    return f.write({ ".gtd/APPROVED": "yes", "src/a": "9" }).root;
  },
  squashed: async () => {
    const f = await looking();
    await succeed(f.write({ ".gtd/APPROVED": "yes" }).root, "step");
    return f.root;
  },
  abandoned: async () => {
    const f = await looking();
    await succeed(f.root, "abandon");
    return f.root;
  },
} as const;

export type SceneName = keyof typeof SCENES;

export interface Fingerprint {
  readonly head: string;
  readonly refs: readonly string[];
  readonly index: string;
  readonly files: readonly string[];
  readonly state: readonly string[];
  readonly locks: readonly string[];
}

const listed = new Map<string, string>();

/** What git lists of the index; the same bytes are listed once. */
function listIndex(root: string): string {
  const file = join(root, ".git/index");
  const key = existsSync(file) ? readFileSync(file, "latin1") : "";
  let entries = listed.get(key);
  if (entries === undefined) listed.set(key, (entries = git(root, "ls-files", "--stage")));
  return entries;
}

/** All that the promise speaks of. */
export function fingerprint(root: string): Fingerprint {
  const dir = join(root, ".git");
  const refs = [
    ...readFiles(join(dir, "refs/heads"), ""),
    ...(existsSync(join(dir, "refs/worktree")) ? readFiles(join(dir, "refs/worktree"), "") : []),
  ];
  return {
    head: readFileSync(join(dir, "HEAD"), "utf8"),
    // A tip kept for good is no loss when the operation it was kept for did not happen; nor is a directory left empty.
    refs: refs.filter((line) => line.includes(" ")),
    index: listIndex(root),
    files: readFiles(root, ""),
    // What a capture replaced is kept for good as well.
    state: existsSync(join(dir, "gtd"))
      ? readdirSync(join(dir, "gtd"))
          .filter((name) => name !== "replaced")
          .toSorted()
      : [],
    locks: readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => /(\.lock|gtd\/lock)/.test(name)),
  };
}

function readFiles(root: string, dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = dir === "" ? entry.name : `${dir}/${entry.name}`;
      if (path === ".git") return [];
      if (!entry.isDirectory()) return [`${path} ${readFileSync(join(root, path), "utf8")}`];
      return [path].concat(readFiles(root, path));
    });
}

export function same(a: Fingerprint, b: Fingerprint): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What counts when a command is run again: its figures and so its hashes may differ. */
export function meaning(root: string): Readonly<Record<string, unknown>> {
  const { head, index, files, state, locks } = fingerprint(root);
  const tip = state.includes("window.json") ? "refs/worktree/gtd/window" : "HEAD";
  const born = existsSync(join(root, ".git/refs/heads/main"));
  return {
    head: head.startsWith("ref: ") ? head : git(root, "log", "-1", "--format=%s %T"),
    history: born ? git(root, "log", "--first-parent", "--format=%s %T", tip, "--") : "",
    refs: git(root, "for-each-ref", "--format=%(refname:lstrip=-2) %(tree)", "refs/worktree"),
    index,
    files,
    state,
    locks,
  };
}
