import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abandon, restore, undo } from "../../src/git/history.ts";
import { captureTree, listTree } from "../../src/git/capture.ts";
import { withLock } from "../../src/git/lock.ts";
import { Fixture, git, squashAll, turn, CAPTURE } from "../unit/git/fixture.ts";

// More for a hunt: GTD_GIT_RUNS=200 npx vitest run --project property --testTimeout 0 tests/property/git-round-trip.test.ts
const RUNS = Number(process.env["GTD_GIT_RUNS"] ?? 6);

// Names that git, a shell or a line-based reader could trip over.
const segment = fc
  .oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "-",
        "--",
        "-n",
        " ",
        "a b",
        '"',
        "'",
        "\\",
        "\n",
        "\t",
        "*",
        "?",
        "[a]",
        ":",
        ":(top)a",
        "!",
        "#",
        "$HOME",
        "`x`",
        "~",
        "ü",
        "e\u0301",
        "\u{1f600}",
        "\uffee",
        "HEAD",
        "con",
        "a",
      ),
    },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 5, unit: "grapheme" }) },
  )
  .filter(
    (name) =>
      !/[/\0]|^\.{1,2}$/.test(name) && !/^\.git/i.test(name) && Buffer.byteLength(name) < 100 && isWellFormed(name),
  );
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join("/"));
const content = fc.constantFrom("one\n", "two\n", "", "three\r\n");
const kind = fc.constantFrom("file", "file", "run", "link");
const action = fc.record({
  path,
  content,
  kind,
  step: fc.constantFrom("write", "write", "remove", "add", "intend", "forget"),
});

function isWellFormed(text: string): boolean {
  return Buffer.from(text).toString() === text;
}

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** Does what a person could do; what the file system does not allow is left. */
function perform(f: Fixture, { path: name, content: text, kind: type, step }: Action): void {
  const at = f.path(name);
  try {
    if (step === "write") {
      rmSync(at, { recursive: true, force: true });
      mkdirSync(dirname(at), { recursive: true });
      if (type === "link") symlinkSync("target", at);
      else writeFileSync(at, text);
      if (type === "run") chmodSync(at, 0o755);
    } else if (step === "remove") rmSync(at, { recursive: true, force: true });
    else if (step === "forget") git(f.root, "rm", "-r", "--cached", "--quiet", "--", `:(literal)${name}`);
    else git(f.root, "add", ...(step === "intend" ? ["-N"] : []), "--", `:(literal)${name}`);
  } catch {
    // A file in the way of a directory, a path that git does not know.
  }
}

/** Every file below the root with its kind and content: the working tree as a person sees it. */
function look(root: string, dir = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(root, dir))) {
    const at = dir === "" ? name : `${dir}/${name}`;
    if (at === ".git") continue;
    const stats = lstatSync(join(root, at));
    if (stats.isDirectory()) for (const [key, value] of look(root, at)) found.set(key, value);
    else
      found.set(
        at,
        stats.isSymbolicLink()
          ? `link ${readlinkSync(join(root, at))}`
          : `${stats.mode & 0o100 ? "run" : "file"} ${readFileSync(join(root, at), "utf8")}`,
      );
  }
  return found;
}

/** The naive comparison: two looks at the working tree. */
function compare(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${before.has(name) ? (after.has(name) ? "M" : "D") : "A"} ${name}`)
    .sort();
}

const told = (changes: readonly { readonly status: string; readonly path: string }[]): string[] =>
  changes.map(({ status, path: name }) => `${status} ${name}`).sort();

describe("whatever the names, the content and the state of the index", () => {
  it("the pending set is the difference of the trees, read or captured, and every command brings it back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 6 }),
        fc.array(action, { minLength: 1, maxLength: 8 }),
        async (first, second) => {
          const f = new Fixture();
          f.write({ "base file": "1" });
          for (const one of first) if (one.step === "write") perform(f, one);
          const start = f.commit("start");
          const before = look(f.root);
          for (const one of second) perform(f, one);
          const after = look(f.root);
          const wanted = compare(before, after);
          const { changes } = await f.snapshot();
          expect(told(changes)).toEqual(wanted);
          await withLock(f.repo, async () => {
            const captured = await captureTree(f.repo, await f.snapshot(), { ...CAPTURE, allowLink: true });
            expect(told(captured.changes)).toEqual(wanted);
            expect([...(await listTree(f.repo, captured.tree))].sort()).toEqual([...after.keys()].sort());
          });
          expect(look(f.root)).toEqual(after);

          await turn(f, "gtd(human): a → b");
          expect((await f.snapshot()).changes).toEqual([]);
          await withLock(f.repo, async (lock) => undo(lock, { snapshot: await f.snapshot(), to: start }));
          expect(told((await f.snapshot()).changes)).toEqual(wanted);
          expect(look(f.root)).toEqual(after);
          const tip = await turn(f, "gtd(human): a → b");
          await squashAll(f, start, {
            message: `feat: x\n\nGtd-History: ${tip}\n`,
            drop: (name) => name !== "base file",
          });
          expect([...look(f.root).keys()]).toEqual(after.has("base file") ? ["base file"] : []);
          await withLock(f.repo, async (lock) => restore(lock, { snapshot: await f.snapshot() }));
          expect(look(f.root)).toEqual(after);
          await withLock(f.repo, async (lock) => abandon(lock, { snapshot: await f.snapshot(), start: null }));
          expect(told((await f.snapshot()).changes)).toEqual([...after.keys()].map((name) => `A ${name}`).sort());
          expect(look(f.root)).toEqual(after);
          rmSync(f.root, { recursive: true });
        },
      ),
      { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: RUNS * 7_000 },
    );
  });
});
