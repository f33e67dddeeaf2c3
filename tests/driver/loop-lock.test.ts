import { mkdtempSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopCommand } from "../../src/commands/stop.ts";
import { holdLoop } from "../../src/driver/loop-lock.ts";
import { describeSelf } from "../../src/git/holder.ts";
import type { Repository } from "../../src/git/types.ts";
import type { Context } from "../../src/runtime/context.ts";

/** A git directory with the bytes of a loop's lock in it. */
function held(lock: string): { readonly repo: Repository; readonly file: string; readonly context: Context } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "gtd-loop-lock-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const gitDir = join(root, ".git");
  for (const name of ["gtd", "objects", "refs"]) mkdirSync(join(gitDir, name), { recursive: true });
  writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/main\n");
  const file = join(gitDir, "gtd", "loop");
  writeFileSync(file, lock);
  const none = (): void => {};
  const context = {
    cwd: root,
    env: {},
    out: none,
    err: none,
    json: false,
    color: false,
    signal: new AbortController().signal,
  };
  return { repo: { root, gitDir, commonDir: gitDir, prefix: "" }, file, context };
}

const self = describeSelf();

describe("the lock of a loop", () => {
  it.each([
    ["is empty", ""],
    ["is cut short", JSON.stringify(self).slice(0, 30)],
    ["is something else", "no lock at all\n"],
    ["is another machine's", JSON.stringify({ ...self, host: `${hostname()}-2` })],
  ])("that %s refuses loop and stop, and names the file to remove", async (_, lock) => {
    const { repo, file, context } = held(lock);
    const said = {
      code: "loop-running",
      exit: 6,
      next: expect.arrayContaining([expect.stringContaining(`rm "${file}"`)]),
    };
    await expect(holdLoop(repo)).rejects.toMatchObject(said);
    await expect(stopCommand(context, {})).rejects.toMatchObject(said);
    await expect(stopCommand(context, { now: true })).rejects.toMatchObject(said);
    expect(readFileSync(file, "utf8")).toBe(lock);
    rmSync(file);
    (await holdLoop(repo)).release();
  });

  it("that is a dead loop's is taken over", async () => {
    const { repo } = held(JSON.stringify({ ...self, boot: "an earlier one" }));
    (await holdLoop(repo)).release();
  });

  it("that cannot be written is refused in a sentence", async () => {
    const { repo } = held("");
    rmSync(join(repo.gitDir, "gtd"), { recursive: true });
    writeFileSync(join(repo.gitDir, "gtd"), "a file where the directory would be");
    await expect(holdLoop(repo)).rejects.toMatchObject({ code: "git-directory", exit: 6 });
  });
});
