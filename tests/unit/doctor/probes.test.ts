import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../../src/compiler/settings.ts";
import { probeAgent } from "../../../src/doctor/probe-agent.ts";
import { probeGit } from "../../../src/doctor/probe-git.ts";
import { probeHooks } from "../../../src/doctor/probe-hooks.ts";
import { probeIdentity } from "../../../src/doctor/probe-identity.ts";
import { probeLeftovers } from "../../../src/doctor/probe-leftovers.ts";
import { probeLocks } from "../../../src/doctor/probe-locks.ts";
import { probeNode } from "../../../src/doctor/probe-node.ts";
import { probeShell } from "../../../src/doctor/probe-shell.ts";
import { probeSigning } from "../../../src/doctor/probe-signing.ts";
import { describeSelf, renderHolder } from "../../../src/git/holder.ts";
import { readBound } from "../../../src/workflows/bound.ts";
import { makeDirectory } from "../config/directories.ts";
import { Fixture } from "../git/fixture.ts";

function executable(path: string, text: string): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const levels = (found: readonly { readonly level: string }[]) => found.map(({ level }) => level);

describe("the probe of node", () => {
  it.each([
    ["18.19.0", "fault", "node 18.19.0 is too old: gtd needs node 20 or newer"],
    ["20.9.0", "note", 'node 20.9.0 works, but "gtd init" and "gtd answer" ask questions from node 20.12 on'],
    ["20.12.0", "ok", "node 20.12.0"],
    ["24.0.1", "ok", "node 24.0.1"],
  ])("finds of %s: %s", (version, level, message) => {
    expect(probeNode(version)[0]).toMatchObject({ level, message });
  });
});

describe("the probe of git", () => {
  it.each([
    ["git version 2.33.8", "fault", "git 2.33.8 is too old: gtd needs git 2.34 or newer"],
    ["git version 2.47.1.windows.1", "ok", "git 2.47.1."],
    ["nonsense", "fault", "git was not found on the PATH"],
  ])("reads %j", async (says, level, message) => {
    const bin = makeDirectory();
    executable(join(bin, "git"), `#!/bin/sh\necho '${says}'\n`);
    expect((await probeGit({ cwd: bin, env: { PATH: `${bin}:/usr/bin:/bin` } }))[0]).toMatchObject({ level, message });
  });
});

describe("the probe of the identity", () => {
  it("names who commits", async () => {
    expect(await probeIdentity({ repo: new Fixture().repo })).toMatchObject([
      { level: "ok", message: 'commits are made by "Ada <ada@example.com>"' },
    ]);
  });

  it("says how to tell git who you are", async () => {
    const fixture = new Fixture();
    fixture.git("config", "user.name", "");
    fixture.git("config", "user.useConfigOnly", "true");
    expect(await probeIdentity(fixture)).toEqual([
      {
        probe: "identity",
        level: "fault",
        message: "git does not know who you are, so no turn could be committed",
        fix: ['git config --global user.name "Your Name"', "git config --global user.email you@example.com"],
      },
    ]);
  });
});

describe("the probe of the signer", () => {
  const signed = (program: string): Fixture => {
    const fixture = new Fixture({ files: { a: "1" } });
    fixture.git("config", "commit.gpgsign", "true");
    fixture.git("config", "gpg.program", executable(join(fixture.root, ".git", "signer"), program));
    return fixture;
  };

  it("asks for nothing where commits are not signed", async () => {
    expect(levels(await probeSigning(new Fixture()))).toEqual(["ok"]);
  });

  it("tries it, and leaves no object behind", async () => {
    const fixture = signed('#!/bin/sh\necho "[GNUPG:] SIG_CREATED " >&2\necho signature\n');
    const objects = fixture.git("count-objects", "-v");
    expect(await probeSigning(fixture)).toMatchObject([{ level: "ok", message: "the signer signs commits" }]);
    expect(fixture.git("count-objects", "-v")).toBe(objects);
  });

  it("says what git says when it fails", async () => {
    const [found] = await probeSigning(signed("#!/bin/sh\necho 'no secret key' >&2\nexit 2\n"));
    expect(found).toMatchObject({ level: "fault", message: "the signer fails, so no turn could be committed" });
    expect(found?.detail?.join("\n")).toContain("gpg failed to sign the data");
  });

  it("does not wait for one that asks for ever", async () => {
    const [found] = await probeSigning(signed("#!/bin/sh\nexec sleep 30\n"), 200);
    expect(found).toMatchObject({ level: "fault", message: "the signer did not sign within 0.2 seconds" });
  });
});

describe("the probe of hooks", () => {
  it("names those that run, and those that look so", async () => {
    const fixture = new Fixture();
    executable(join(fixture.root, ".git/hooks/commit-msg"), "#!/bin/sh\n");
    executable(join(fixture.root, ".git/hooks/pre-commit"), "#!/bin/sh\n");
    writeFileSync(join(fixture.root, ".git/hooks/post-commit"), "#!/bin/sh\n");
    const squash = await probeHooks({ repo: fixture.repo, gitHooks: "squash" });
    expect(squash).toMatchObject([
      { level: "ok", message: 'hooks that run on the squashed commit: "commit-msg"' },
      { level: "note", message: 'the hook "post-commit" is not executable, so git passes over it' },
    ]);
    const turns = await probeHooks({ repo: fixture.repo, gitHooks: "turns" });
    expect(turns[0]?.message).toBe('hooks that run on every turn: "commit-msg", "pre-commit"');
    expect((await probeHooks({ repo: fixture.repo, gitHooks: "never" }))[0]?.message).toBe(
      "no hooks of git run on gtd's commits",
    );
  });
});

describe("the probe of locks", () => {
  const locked = (name: string, text: string): Fixture => {
    const fixture = new Fixture();
    mkdirSync(join(fixture.root, ".git/gtd"), { recursive: true });
    writeFileSync(join(fixture.root, ".git", name), text);
    return fixture;
  };

  it("finds none", () => {
    expect(levels(probeLocks(new Fixture()))).toEqual(["ok"]);
  });

  it.each([
    ["gtd/lock", "garbage", "fault"],
    ["gtd/lock", renderHolder(describeSelf()), "note"],
    ["gtd/lock", renderHolder({ ...describeSelf(), boot: "another" }), "ok"],
    ["gtd/loop", renderHolder(describeSelf()), "note"],
    ["index.lock", "", "note"],
  ])("tells a live holder of %s from a dead one", (name, text, level) => {
    expect(levels(probeLocks(locked(name, text)))).toEqual([level]);
  });

  it("says how to remove what git left long ago", () => {
    const fixture = locked("index.lock", "");
    const path = join(fixture.root, ".git/index.lock");
    utimesSync(path, 1, 1);
    expect(probeLocks(fixture)).toEqual([
      {
        probe: "locks",
        level: "fault",
        message: `a git process left "${path}"`,
        fix: [`rm "${path}"  # when no git process runs here`],
      },
    ]);
  });
});

describe("the probe of leftovers", () => {
  it("has nothing to say about a fresh repository", async () => {
    expect(await probeLeftovers(new Fixture())).toEqual([]);
  });

  it.each([
    [{ state: "checking", runs: "script" }, 'while the script of "checking" ran', "gtd run"],
    [{ state: "building", runs: "agent" }, 'while the agent of "building" worked', "gtd"],
    [{}, "during a turn", "gtd"],
  ])("says what ran when a gtd was killed: %j", async (owner, when, command) => {
    const fixture = new Fixture();
    mkdirSync(join(fixture.root, ".git/gtd"), { recursive: true });
    writeFileSync(join(fixture.root, ".git/gtd/agent.json"), JSON.stringify({ id: "gone", ...owner }));
    const [found] = await probeLeftovers(fixture);
    expect(found?.message).toBe(`a gtd was killed ${when}`);
    expect(found?.fix).toEqual([`${command}  # takes the turn again`]);
  });

  it("names a killed gtd's turn, drafts, logs and kept tips", async () => {
    const fixture = new Fixture({ files: { a: "1" } });
    const dir = join(fixture.root, ".git/gtd");
    mkdirSync(join(dir, "logs/main"), { recursive: true });
    writeFileSync(join(dir, "agent.json"), JSON.stringify({ id: "gone", state: "building", runs: "agent" }));
    writeFileSync(join(dir, "draft-1-2-index"), "");
    writeFileSync(join(dir, "logs/main/1-building.log"), "x".repeat(200_000));
    fixture.git("update-ref", "refs/gtd/history/1", "HEAD");
    expect((await probeLeftovers(fixture)).map(({ level, message }) => [level, message])).toEqual([
      ["note", 'a gtd was killed while the agent of "building" worked'],
      ["ok", "1 private file of commands that were cut off, which the next one removes"],
      ["ok", `1 log of turns, 0.2 MB in "${join(dir, "logs/main")}"`],
      ["ok", '1 tip kept under "refs/gtd/history", from which "gtd restore" and you can go back'],
    ]);
  });

  it("says when so many tips are kept that forgetting them is due", async () => {
    const fixture = new Fixture({ files: { a: "1" } });
    const head = fixture.git("rev-parse", "HEAD").trim();
    const lines = Array.from({ length: 201 }, (_, at) => `${head} refs/gtd/history/${at}`);
    writeFileSync(
      join(fixture.root, ".git/packed-refs"),
      `# pack-refs with: peeled fully-peeled sorted \n${lines.toSorted((a, b) => (a.slice(41) < b.slice(41) ? -1 : 1)).join("\n")}\n`,
    );
    expect(levels(await probeLeftovers(fixture))).toEqual(["note"]);
  });
});

describe("the probe of the shell", () => {
  it.each([
    ["sh", "ok"],
    ["no-such-shell", "fault"],
    ["false", "fault"],
  ])("tries %s", async (shell, level) => {
    const env = { PATH: process.env["PATH"] };
    expect(levels(await probeShell({ cwd: "/", env, settings: { shell } }))).toEqual([level]);
  });
});

describe("the probe of the agent", () => {
  const workflow = readBound("default", {});
  if (workflow === undefined) throw new Error("the bundled workflow is missing");
  const probe = (agent: string | undefined, env: Readonly<Record<string, string>>) =>
    probeAgent({
      env,
      project: { settings: agent === undefined ? DEFAULT_SETTINGS : { ...DEFAULT_SETTINGS, agent }, workflow },
    });
  const path = (...programs: readonly string[]): string => {
    const bin = makeDirectory();
    for (const program of programs) executable(join(bin, program), "#!/bin/sh\n");
    return bin;
  };

  it("names those on PATH where none is configured", () => {
    expect(probe(undefined, { PATH: path("codex") })).toMatchObject([
      { level: "note", fix: ["put `agent: codex` into the configuration"] },
    ]);
  });

  it("takes any command for what it is", () => {
    expect(probe("./mine --stdin", {})).toMatchObject([
      { level: "ok", message: 'the agent is the command "./mine --stdin"' },
    ]);
  });

  it("tells a login by a variable, by a file, or that there is no sign of one", () => {
    const home = makeDirectory();
    const env = { PATH: path("claude"), HOME: home };
    expect(probe("claude", { ...env, ANTHROPIC_API_KEY: "x" })[0]?.message).toContain('"ANTHROPIC_API_KEY" is set');
    expect(probe("claude", env)).toMatchObject([{ level: "note" }]);
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(home, ".claude/.credentials.json"), "{}");
    expect(probe("claude", env)[0]).toMatchObject({ level: "ok" });
  });

  it("ends with the loop's own error where the agent is missing", () => {
    expect(() => probe("claude", { PATH: "" })).toThrow('there is no "claude" on PATH');
  });
});
