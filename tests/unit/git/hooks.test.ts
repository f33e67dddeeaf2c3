import { chmodSync, existsSync, readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runHookFile } from "../../../src/git/hooks.ts";
import { withLock } from "../../../src/git/lock.ts";
import { commitTurn } from "../../../src/git/turn.ts";
import { Fixture, refusal, squashAll, turn } from "./fixture.ts";

const MESSAGE = "gtd(human): a → b";

function hooked(hooks: Readonly<Record<string, string>>, dir = ".git/hooks"): Fixture {
  const f = new Fixture({ files: { a: "1" } });
  for (const [name, script] of Object.entries(hooks)) {
    f.write({ [`${dir}/${name}`]: `#!/bin/sh\n${script}\n` });
    chmodSync(f.path(`${dir}/${name}`), 0o755);
  }
  return f;
}

const FAIL = "echo ran >> .git/ran; echo not so >&2; exit 1";

describe("the user's git hooks", () => {
  it("do not run for turns unless asked for, nor for a squash under never", async () => {
    const f = hooked({ "pre-commit": FAIL, "commit-msg": FAIL, "post-commit": FAIL, "prepare-commit-msg": FAIL });
    const start = f.git("rev-parse", "HEAD");
    await turn(f.write({ a: "2" }), MESSAGE, { hooks: "squash" });
    await turn(f.write({ a: "3" }), MESSAGE, { hooks: "never" });
    await squashAll(f, start, { hooks: "never" });
    expect(existsSync(f.path(".git/ran"))).toBe(false);
  });

  it.each([["pre-commit"], ["commit-msg"]])(
    "%s rejects a turn under turns: its output is told, nothing is lost",
    async (name) => {
      const f = hooked({ [name]: FAIL });
      const head = f.git("rev-parse", "HEAD");
      f.write({ a: "2" });
      const error = await refusal(turn(f, MESSAGE, { hooks: "turns" }));
      expect(error).toMatchObject({ code: "hook-rejected", exit: 1 });
      expect(error.message).toContain(name);
      expect(error.detail).toContain("not so");
      expect(f.git("rev-parse", "HEAD")).toBe(head);
      expect(readFileSync(f.path("a"), "utf8")).toBe("2");
    },
  );

  it("that fail without a word are failures", async () => {
    const f = hooked({ "pre-commit": "exit 3" });
    const error = await refusal(turn(f.write({ a: "2" }), MESSAGE, { hooks: "turns" }));
    expect(error).toMatchObject({ code: "hook-rejected", detail: "it ended with 3 and said nothing" });
  });

  it("see the private index, and a turn that they rewrite is refused", async () => {
    const f = hooked({ "pre-commit": "git diff --cached --name-only > .git/seen; git status >/dev/null" });
    await turn(f.write({ new: "2" }), MESSAGE, { hooks: "turns" });
    expect(readFileSync(f.path(".git/seen"), "utf8")).toBe("new\n");
    const g = hooked({ "pre-commit": "echo more > b; git add b" });
    const head = g.git("rev-parse", "HEAD");
    expect(await refusal(turn(g.write({ a: "2" }), MESSAGE, { hooks: "turns" }))).toMatchObject({
      code: "hook-index",
      exit: 1,
    });
    expect(g.git("rev-parse", "HEAD")).toBe(head);
    expect(g.git("diff", "--cached", "--name-only")).toBe("");
  });

  it("commit-msg may add to a turn's message but not take its subject", async () => {
    const f = hooked({ "commit-msg": 'echo "Change-Id: 1" >> "$1"' });
    await turn(f.write({ a: "2" }), MESSAGE, { hooks: "turns" });
    expect(f.git("log", "-1", "--format=%B")).toBe(`${MESSAGE}\nChange-Id: 1\n`);
    const g = hooked({ "commit-msg": 'echo "JIRA-1 x" > "$1"' });
    expect(await refusal(turn(g.write({ a: "2" }), MESSAGE, { hooks: "turns" }))).toMatchObject({
      code: "hook-message",
      exit: 1,
    });
  });

  it("commit-msg and post-commit run for a squash, and a rewritten message is honoured", async () => {
    const f = hooked(
      {
        "pre-commit": FAIL,
        "commit-msg": 'echo "JIRA-1 x" > "$1"',
        "post-commit": "git log -1 --format=%s > .git/posted; exit 1",
      },
      "my hooks",
    );
    const start = f.commit("hooks");
    f.git("config", "core.hooksPath", "my hooks");
    await turn(f.write({ a: "2" }), MESSAGE);
    const { message } = await squashAll(f, start, { hooks: "squash" });
    expect(message).toBe("JIRA-1 x\n");
    expect(f.git("log", "-1", "--format=%s")).toBe("JIRA-1 x");
    expect(readFileSync(f.path(".git/posted"), "utf8")).toBe("JIRA-1 x\n");
  });

  it.each([
    ["the repository", ["core.hooksPath"]],
    ["an included file", ["include.path"]],
    ["the environment", []],
  ] as const)("are found where %s puts them", async (_, [key]) => {
    const f = hooked({ "commit-msg": 'echo "JIRA-2 x" > "$1"' }, "elsewhere");
    const start = f.commit("hooks");
    f.write({ ".git/more": `[core]\n\thooksPath = elsewhere\n` });
    if (key !== undefined) f.git("config", key, key === "include.path" ? "more" : "elsewhere");
    else {
      vi.stubEnv("GIT_CONFIG_COUNT", "1");
      vi.stubEnv("GIT_CONFIG_KEY_0", "core.hooksPath");
      vi.stubEnv("GIT_CONFIG_VALUE_0", "elsewhere");
      onTestFinished(() => void vi.unstubAllEnvs());
    }
    await turn(f.write({ a: "2" }), MESSAGE);
    expect((await squashAll(f, start, { hooks: "squash" })).message).toBe("JIRA-2 x\n");
  });

  it("that reject a squash or empty its message leave everything as it was", async () => {
    for (const [script, code] of [
      ["exit 1", "hook-rejected"],
      [': > "$1"', "hook-message"],
    ] as const) {
      const f = hooked({ "commit-msg": script });
      const start = f.git("rev-parse", "HEAD");
      const tip = await turn(f.write({ a: "2", ".gtd/x": "1" }), MESSAGE);
      expect(await refusal(squashAll(f, start, { hooks: "squash" }))).toMatchObject({ code, exit: 1 });
      expect(f.git("rev-parse", "HEAD")).toBe(tip);
      expect(existsSync(f.path(".gtd/x"))).toBe(true);
      expect(f.git("for-each-ref", "refs/worktree", "refs/gtd")).toBe("");
    }
  });

  it("run with a git that has no hook command as well", async () => {
    const f = hooked({
      "commit-msg": 'cat > .git/stdin; echo "$1" "$GIT_INDEX_FILE" > .git/seen',
      "pre-commit": "exit 4",
    });
    await runHookFile(f.repo, "commit-msg", ["a file"], { index: "/tmp/index" });
    expect(readFileSync(f.path(".git/seen"), "utf8")).toBe("a file /tmp/index\n");
    await expect(runHookFile(f.repo, "pre-commit", [], {})).rejects.toMatchObject({ code: 4 });
    await runHookFile(f.repo, "post-commit", [], {});
    chmodSync(f.path(".git/hooks/pre-commit"), 0o644);
    await runHookFile(f.repo, "pre-commit", [], {});
  });
});

describe("signing and identity", () => {
  it("signs turns when commit.gpgsign says so, and windows never", async () => {
    const f = new Fixture({ files: { a: "1" } });
    const base = f.git("rev-parse", "HEAD");
    f.write({
      ".git/signer":
        '#!/bin/sh\ncat >/dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho "-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----"\n',
    });
    chmodSync(f.path(".git/signer"), 0o755);
    f.git("config", "gpg.program", f.path(".git/signer"));
    f.git("config", "commit.gpgsign", "true");
    f.git("config", "user.signingkey", "k");
    const commit = await turn(f.write({ a: "2" }), MESSAGE, { open: { base, keep: () => false } });
    expect(f.git("cat-file", "commit", commit)).toContain("BEGIN PGP SIGNATURE");
    expect(f.git("cat-file", "commit", "HEAD")).not.toContain("SIGNATURE");
  });

  it.each([
    ["fails", "exit 1", "signing-failed"],
    ["waits for ever", "exec sleep 1000", "signing-failed"],
  ])("refuses when the signer %s, with nothing moved", async (_, script, code) => {
    const f = new Fixture({ files: { a: "1" } });
    f.write({ ".git/signer": `#!/bin/sh\n${script}\n` });
    chmodSync(f.path(".git/signer"), 0o755);
    f.git("config", "gpg.program", f.path(".git/signer"));
    f.git("config", "commit.gpgsign", "true");
    const head = f.git("rev-parse", "HEAD");
    f.write({ a: "2" });
    const error = await refusal(
      withLock(f.repo, async (lock) =>
        commitTurn(lock, { snapshot: await f.snapshot(), message: MESSAGE, hooks: "never" }, { signTimeout: 300 }),
      ),
    );
    expect(error).toMatchObject({ code, exit: 6 });
    expect(f.git("rev-parse", "HEAD")).toBe(head);
    expect(existsSync(f.path(".git/gtd/journal.json"))).toBe(false);
  });

  it("refuses without an identity and says how to set one", async () => {
    const f = new Fixture({ files: { a: "1" } });
    f.git("config", "user.useConfigOnly", "true");
    f.git("config", "user.name", "");
    f.git("config", "user.email", "");
    f.write({ a: "2" });
    const error = await refusal(turn(f, MESSAGE));
    expect(error).toMatchObject({ code: "no-identity", exit: 6 });
    expect(error.next.join("\n")).toContain("git config --global user.name");
  });
});
