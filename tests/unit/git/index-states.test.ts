import { chmodSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { captureTree } from "../../../src/git/capture.ts";
import { readStatus } from "../../../src/git/hot-read.ts";
import { withLock } from "../../../src/git/lock.ts";
import { objectId } from "../../../src/git/object-id.ts";
import { isOnDisk } from "../../../src/git/on-disk.ts";
import { interpretStatus, parseStatus } from "../../../src/git/status.ts";
import { CAPTURE, Fixture, lines } from "./fixture.ts";

// Every state of HEAD against every state of the index against every state of the working tree, one path each.
const CONTENTS = {
  one: ["100644", "one\n"],
  two: ["100644", "two\n"],
  empty: ["100644", ""],
  run: ["100755", "one\n"],
  link: ["120000", "one"],
} as const;
type Content = keyof typeof CONTENTS;
const HEADS = ["absent", "one", "empty", "link"] as const;
const INDEXES = ["absent", "intended", "one", "two", "empty", "run", "link"] as const;
const WORKS = ["absent", "one", "two", "empty", "run", "link", "directory"] as const;

interface Case {
  readonly path: string;
  readonly head: (typeof HEADS)[number];
  readonly index: (typeof INDEXES)[number];
  readonly work: (typeof WORKS)[number];
}
const CASES: Case[] = HEADS.flatMap((head) =>
  INDEXES.flatMap((index) =>
    WORKS.flatMap((work) =>
      ["", ".ignored"].map((suffix) => ({ path: `${head}-${index}-${work}${suffix}`, head, index, work })),
    ),
  ),
);

function build(): Fixture {
  const f = new Fixture();
  const feed = (input: string, ...args: string[]): string =>
    execFileSync("git", args, { cwd: f.root, input, encoding: "utf8" }).trim();
  const blob = (name: Content): string => objectId(f.repo, "blob", Buffer.from(CONTENTS[name][1]));
  for (const name of Object.keys(CONTENTS) as Content[]) feed(CONTENTS[name][1], "hash-object", "-w", "--stdin");
  const entry = (name: Content, path: string): string => `${CONTENTS[name][0]} ${blob(name)}\t${path}\0`;
  writeFileSync(f.path(".gitignore"), "*.ignored\n");
  f.git("add", ".gitignore");
  feed(
    CASES.map(({ head, path }) => (head === "absent" ? "" : entry(head, path))).join(""),
    "update-index",
    "-z",
    "--index-info",
  );
  f.git("commit", "--quiet", "-m", "initial");
  f.git("rm", "-r", "-q", "--cached", "--", ".");
  f.git("add", ".gitignore");
  const intended = CASES.filter(({ index }) => index === "intended").map(({ path }) => path);
  for (const path of intended) writeFileSync(f.path(path), "x");
  feed(
    intended.map((path) => `${path}\0`).join(""),
    "add",
    "--force",
    "--intent-to-add",
    "--pathspec-from-file=-",
    "--pathspec-file-nul",
  );
  feed(
    CASES.map(({ index, path }) => (index === "absent" || index === "intended" ? "" : entry(index, path))).join(""),
    "update-index",
    "-z",
    "--index-info",
  );
  f.remove(...intended);
  for (const { path, work } of CASES) {
    if (work === "absent") continue;
    if (work === "directory") {
      mkdirSync(f.path(path));
      writeFileSync(join(f.path(path), "inside"), "");
    } else if (work === "link") symlinkSync(CONTENTS.link[1], f.path(path));
    else {
      writeFileSync(f.path(path), CONTENTS[work][1]);
      chmodSync(f.path(path), work === "run" ? 0o755 : 0o644);
    }
  }
  return f;
}

/** What document 3 asks for, from the definition: HEAD's file against the file that is there. */
function expected({ path, head, index, work }: Case): string[] {
  const file = work === "absent" || work === "directory" ? undefined : work;
  const inside = work === "directory" && !path.endsWith(".ignored") ? [`A ${path}/inside`] : [];
  if (head !== "absent") return [...(file === head ? [] : [`${file ? "M" : "D"} ${path}`]), ...inside];
  const ignored = path.endsWith(".ignored") && index === "absent";
  return [...(file && !ignored ? [`A ${path}`] : []), ...inside];
}

describe("pending changes in every state of the index", () => {
  it("are the same read quickly, read exactly and captured", { timeout: 60_000 }, async () => {
    const f = build();
    const all = CASES.flatMap(expected).sort();
    const before = readFileSync(f.path(".git/index"));
    const objects = f.git("count-objects");
    const status = parseStatus(await readStatus(f.repo));

    const quick = CASES.map((one) => {
      const mine = (path: string): boolean => path === one.path || path === `${one.path}/inside`;
      const alone = {
        ...status,
        entries: status.entries.filter(({ path }) => mine(path)),
        untracked: status.untracked.filter(mine),
      };
      return {
        path: one.path,
        found: interpretStatus(alone, (path) => isOnDisk(f.root, path)),
        wanted: expected(one).sort(),
      };
    });
    for (const { path, found, wanted } of quick)
      if (found) expect({ path, found: lines(found).sort() }).toEqual({ path, found: wanted });
    // Whoever does not play with the index never pays for the exact way; "add -N" of an empty file looks like another thing.
    const plain = new Set(
      CASES.filter(({ head, index }) => index === head && head !== "empty").map(({ path }) => path),
    );
    expect(quick.filter(({ path, found }) => found === null && plain.has(path))).toEqual([]);

    const snapshot = await f.snapshot();
    expect(lines(snapshot.changes).sort()).toEqual(all);
    expect(f.git("count-objects")).toBe(objects);
    expect(readFileSync(f.path(".git/index")).equals(before)).toBe(true);

    await withLock(f.repo, async () => {
      const captured = await captureTree(f.repo, snapshot, CAPTURE);
      expect(lines(captured.changes)).toEqual(lines(snapshot.changes));
      for (const { path, after } of captured.changes) {
        if (!after) continue;
        const content = lstatSync(f.path(path)).isSymbolicLink()
          ? readlinkSync(f.path(path), "buffer")
          : readFileSync(f.path(path));
        expect(after.blob).toBe(objectId(f.repo, "blob", content));
      }
    });
    expect(readFileSync(f.path(".git/index")).equals(before)).toBe(true);
  });
});
