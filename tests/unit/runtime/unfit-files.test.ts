import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { UserError } from "../../../src/errors.ts";
import { readWorkingFile, safePath } from "../../../src/runtime/paths.ts";
import { formatFile } from "../../../src/runtime/steering.ts";
import { writeWorkingFile } from "../../../src/runtime/write-working-file.ts";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "gtd-unfit-")));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function errorOf(run: () => unknown): UserError {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a path that the system cannot follow", () => {
  it.each(["x".repeat(300), `${"x/".repeat(3000)}y`, `${"x".repeat(300)}/y`])(
    "names no file when it is too long (%#)",
    (path) => expect(readWorkingFile(root, path)).toBeUndefined(),
  );

  it("is refused when a link on the way leads in a circle", () => {
    symlinkSync("circle", join(root, "circle"));
    expect(errorOf(() => safePath(root, "circle/x"))).toMatchObject({ code: "path-outside", exit: 1 });
  });

  it("ends with a sentence when it cannot be written", () => {
    mkdirSync(join(root, "taken", "x"), { recursive: true });
    const error = errorOf(() => writeWorkingFile({ root, gitDir: join(root, ".git") }, "taken", "text"));
    expect(error).toMatchObject({ code: "working-file", exit: 6 });
    expect(error.message).toContain('"taken"');
    expect(readdirSync(root)).toEqual([".git", "taken"]);
    expect(readdirSync(join(root, ".git", "gtd"))).toEqual([]);
  });

  it("is no place for a draft, which a kill would leave to the next turn", () => {
    const made: string[] = [];
    const watcher = watch(root, (_, name) => made.push(name ?? ""));
    onTestFinished(() => watcher.close());
    writeWorkingFile({ root, gitDir: join(root, ".git") }, "a.md", "text");
    return vi.waitFor(() => expect([...new Set(made)].toSorted()).toEqual([".git", "a.md"]));
  });
});

describe("formatting", () => {
  it.each([
    [0xff, 0xfe],
    [0x2a, 0x20, 0xe9, 0x0a],
    [0x2a, 0x20, 0xed, 0xa0, 0x80],
  ])("leaves what is no UTF-8 as it is, byte for byte (%#)", async (...bytes) => {
    const content = Buffer.from(bytes);
    writeFileSync(join(root, "a.md"), content);
    expect(await formatFile({ root, gitDir: join(root, ".git") }, "a.md")).toBe(false);
    expect(readFileSync(join(root, "a.md")).equals(content)).toBe(true);
  });

  it("leaves a file that was written meanwhile as it is", async () => {
    writeFileSync(join(root, "a.md"), "* one\n");
    const formatting = formatFile({ root, gitDir: join(root, ".git") }, "a.md");
    writeFileSync(join(root, "a.md"), "* two\n");
    expect(await formatting).toBe(false);
    expect(readFileSync(join(root, "a.md"), "utf8")).toBe("* two\n");
  });
});
