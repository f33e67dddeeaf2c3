import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { fingerprint, gtd, prepareEnvironment, scene, type Ended } from "../fault/scene.ts";
import { git } from "../unit/git/fixture.ts";

// More for a hunt: GTD_GIT_RUNS=200 npx vitest run --project property --testTimeout 0 tests/property/git-sequences.test.ts
const RUNS = Number(process.env["GTD_GIT_RUNS"] ?? 2);
const STEPS = 12;

const NAMES = ["a", "dir/b", ".gtd/TODO.md", ".gtd/APPROVED", "red", "src/a", "odd name"] as const;
const name = fc.constantFrom(...NAMES);

/** One thing that somebody does; what it cannot do at the time, it does not do. */
type Action = readonly ["write" | "remove" | "mode", string] | readonly ["git" | "gtd", ...string[]];

const edit: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: name.map((path): Action => ["write", path]) },
  { weight: 2, arbitrary: name.map((path): Action => ["remove", path]) },
  { weight: 1, arbitrary: name.map((path): Action => ["mode", path]) },
);
const byGit: fc.Arbitrary<Action> = fc.constantFrom<Action[]>(
  ["git", "add", "--all"],
  ["git", "add", "-N", "a"],
  ["git", "rm", "--quiet", "--cached", "src/a"],
  ["git", "mv", "src/a", "moved"],
  ["git", "commit", "--quiet", "--all", "-m", "mine: tracked"],
  ["git", "commit", "--quiet", "--allow-empty", "-m", "mine: staged"],
  ["git", "commit", "--quiet", "--amend", "-m", "mine: amended"],
  ["git", "stash", "push", "--quiet", "--include-untracked"],
  ["git", "stash", "pop", "--quiet"],
  ["git", "checkout", "--quiet", "-b", "other"],
  ["git", "checkout", "--quiet", "main"],
  ["git", "reset", "--quiet"],
  ["git", "reset", "--soft", "--quiet", "HEAD~1"],
);
const byGtd: fc.Arbitrary<Action> = fc.constantFrom<Action[]>(
  ["gtd", "step"],
  ["gtd", "step", "human"],
  ["gtd", "step", "agent"],
  ["gtd", "run"],
  ["gtd", "undo"],
  ["gtd", "abandon"],
  ["gtd", "abandon", "--keep-commits"],
  ["gtd", "restore"],
  ["gtd", "adopt"],
  ["gtd", "start", "look"],
  ["gtd", "window", "open"],
  ["gtd", "window", "close"],
);
const action = fc.oneof(
  { weight: 4, arbitrary: edit },
  { weight: 2, arbitrary: byGit },
  { weight: 5, arbitrary: byGtd },
);

const START = ["fresh", "building", "checking", "looking, approved", "building, foreign", "squashed"] as const;
const EXITS = new Set([0, 1, 2, 6]);
/** Turns, what they end in, what the sequence commits itself, and what it began with. */
const KNOWN = /^(gtd\(|feat: all of it$|mine: |wip: |initial$|WIP on |On )/;

beforeAll(prepareEnvironment);

/** By path, the hash that git would give to the content of each file that is not ignored. */
function readContents(root: string): ReadonlyMap<string, string> {
  const paths = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0").filter(Boolean);
  return new Map(
    [...new Set(paths)].flatMap((path) => {
      const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (stats === undefined || stats.isDirectory()) return [];
      const bytes = stats.isSymbolicLink()
        ? Buffer.from(readlinkSync(join(root, path)))
        : readFileSync(join(root, path));
      return [[path, createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex")] as const];
    }),
  );
}

/** Every object that a ref, a reflog, HEAD or the index holds. */
function listReachable(root: string): ReadonlySet<string> {
  const lines = git(root, "rev-list", "--objects", "--all", "--reflog", "--indexed-objects").split("\n");
  return new Set(lines.map((line) => line.slice(0, 40)));
}

let writes = 0;

async function act(root: string, [kind, ...words]: Action): Promise<Ended | undefined> {
  const [first = ""] = words;
  const path = join(root, first);
  if (kind === "gtd") return gtd(root, words);
  if (kind === "git") spawnSync("git", words, { cwd: root });
  else if (kind === "remove") rmSync(path, { force: true, recursive: true });
  else if (kind === "mode") {
    if (existsSync(path)) chmodSync(path, 0o755);
  } else if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `content ${(writes += 1)}\n`);
  }
  return undefined;
}

/** What must hold behind a command of gtd, whatever came before and however it ended. */
function hold(root: string, before: ReturnType<typeof look>, { code, stderr }: Ended): void {
  const now = look(root);
  expect(EXITS.has(code ?? -1), stderr).toBe(true);
  expect(stderr).not.toMatch(/a fault in gtd itself|^ {4}at /m);
  if (code !== 0) {
    expect(stderr).toMatch(/^(?:.*\n)*gtd: /);
    expect({ ...now.print, state: [] }).toEqual({ ...before.print, state: [] });
  }
  const here = new Set(now.contents.values());
  const gone = [...before.contents].filter(([, hash]) => !here.has(hash));
  if (gone.length > 0) {
    const kept = listReachable(root);
    expect(gone.filter(([, hash]) => !kept.has(hash))).toEqual([]);
  }
  expect(now.print.locks).toEqual([]);
  const shown = now.print.state.includes("window.json");
  if (!shown) expect(now.subject).toMatch(KNOWN);
  const attached = before.print.head.startsWith("ref: ") ? before.print.head : undefined;
  if (attached !== undefined && !shown) expect(now.print.head).toBe(attached);
}

function look(root: string) {
  const born = spawnSync("git", ["rev-parse", "--verify", "-q", "HEAD"], { cwd: root }).status === 0;
  return {
    print: fingerprint(root),
    contents: readContents(root),
    subject: born ? git(root, "log", "-1", "--format=%s").trim() : "start",
  };
}

describe("whatever people, git and gtd do one after the other", () => {
  it("no content that was there when gtd was called is lost, and HEAD is where somebody put it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...START),
        fc.array(action, { minLength: STEPS, maxLength: STEPS }),
        async (start, actions) => {
          const root = await scene(start);
          for (const one of actions) {
            const before = one[0] === "gtd" ? look(root) : undefined;
            const ended = await act(root, one);
            if (before !== undefined && ended !== undefined) hold(root, before, ended);
          }
          expect(git(root, "fsck", "--connectivity-only", "--no-progress", "--no-dangling")).toBe("");
        },
      ),
      { numRuns: RUNS, endOnFailure: RUNS > 20 },
    );
  });
});
