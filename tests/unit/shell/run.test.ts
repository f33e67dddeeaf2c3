import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { isGroupAlive } from "../../../src/shell/group.ts";
import { runCommand } from "../../../src/shell/run.ts";
import type { CommandOptions, CommandResult } from "../../../src/shell/run.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "gtd-shell-test-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const env = { PATH: process.env["PATH"] };

function run(command: CommandOptions["command"], options: Partial<CommandOptions> = {}): Promise<CommandResult> {
  return runCommand({ command, cwd, env, ...options });
}

/** Aborts the command as soon as it has written the word. */
function runUntil(
  word: string,
  command: string,
  grace = 5000,
  onStart?: (pid: number) => void,
): Promise<CommandResult> {
  const abort = new AbortController();
  const onOutput = (chunk: string): void => {
    if (chunk.includes(word)) abort.abort();
  };
  return run(command, { signal: abort.signal, grace, onOutput, ...(onStart === undefined ? {} : { onStart }) });
}

/** Waits for a file that a child writes, so that no test guesses at times. */
async function fileAppears(name: string): Promise<string> {
  const path = join(cwd, name);
  await expect
    .poll(() => existsSync(path) && readFileSync(path, "utf8").endsWith("\n"), { timeout: 5000, interval: 5 })
    .toBe(true);
  return readFileSync(path, "utf8").trim();
}

describe("a command that ends by itself", () => {
  it("gives its exit code and what it wrote", async () => {
    expect(await run("echo hello; exit 3")).toEqual({
      code: 3,
      signal: null,
      timedOut: false,
      output: "hello\n",
      omitted: 0,
    });
  });

  it("keeps both streams in the order they were written", async () => {
    const { output } = await run("for i in 1 2 3 4 5 6; do echo out $i; echo err $i >&2; done");
    expect(output).toBe([1, 2, 3, 4, 5, 6].map((i) => `out ${i}\nerr ${i}\n`).join(""));
  });

  it("lets the command open its own streams by name", async () => {
    const { code, output } = await run("echo a >/dev/stdout; echo b >/dev/stderr; echo c | tee /dev/stderr");
    expect({ code, output }).toEqual({ code: 0, output: "a\nb\nc\nc\n" });
  });

  it("tells the streams apart when it is asked to", async () => {
    const seen: string[] = [];
    await run("echo out; echo err >&2", {
      streams: "apart",
      onOutput: (chunk, stream) => seen.push(`${stream}: ${chunk}`),
    });
    expect(seen.toSorted()).toEqual(["stderr: err\n", "stdout: out\n"]);
  });

  it("runs a program without a shell when it is given as a list", async () => {
    const { output } = await run(["printf", "%s|", "a b", "$HOME", "*"]);
    expect(output).toBe("a b|$HOME|*|");
  });

  it("runs text with the shell that is named", async () => {
    expect((await run('echo "$0"', { shell: "sh" })).output).toBe("sh\n");
  });

  it("gives the child exactly the environment that is handed over", async () => {
    expect((await run(["env"], { env: { ...env, ONLY: "this", NOT: undefined } })).output).toBe(
      `PATH=${env.PATH}\nONLY=this\n`,
    );
  });

  it("reports the signal that ended it", async () => {
    expect(await run("kill -KILL $$")).toMatchObject({ code: null, signal: "SIGKILL", timedOut: false });
  });

  it("tells the process id, which leads a group of its own", async () => {
    let pid = 0;
    const { output } = await run("ps -o pgid= -p $$", { onStart: (started) => (pid = started) });
    expect(output.trim()).toBe(String(pid));
  });
});

describe("standard input", () => {
  it("is fed and closed", async () => {
    expect((await run("cat; echo end", { stdin: "one\ntwo\n" })).output).toBe("one\ntwo\nend\n");
  });

  it("is empty when nothing is given", async () => {
    expect((await run("cat; echo end")).output).toBe("end\n");
  });

  it("can be opened by name", async () => {
    expect((await run("cat /dev/stdin", { stdin: "one" })).output).toBe("one");
  });

  it("does not make bash read the settings of interactive shells", async () => {
    writeFileSync(join(cwd, ".bashrc"), "echo settings\n");
    const { output } = await run("cat", { stdin: "one", env: { ...env, HOME: cwd, SSH_CLIENT: "::1 1 1" } });
    expect(output).toBe("one");
  });

  it("may be left unread, however long it is", async () => {
    expect(await run("exit 0", { stdin: "x".repeat(4 << 20) })).toMatchObject({ code: 0 });
  });

  it("carries more than an argument could", async () => {
    expect((await run("wc -c", { stdin: "x".repeat(300_000) })).output.trim()).toBe("300000");
  });
});

describe("much output", () => {
  it("is kept up to the limit, head and tail, with a count of the rest", async () => {
    const { output, omitted } = await run("seq 1 100000", { limit: 1000 });
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(1000);
    expect(output).toMatch(/^1\n2\n3\n/);
    expect(output).toMatch(/\n99999\n100000\n$/);
    expect(output).toContain(`\n[… ${omitted} bytes left out …]\n`);
    const rest = output.replace(`[… ${omitted} bytes left out …]\n`, "");
    expect(omitted + Buffer.byteLength(rest)).toBe(588_895);
  });

  it("reaches the listener whole, and no character is torn", async () => {
    let seen = "";
    await run("for i in $(seq 1 30000); do printf '€ü'; done", { limit: 100, onOutput: (chunk) => (seen += chunk) });
    expect(seen).toBe("€ü".repeat(30_000));
  });

  it("that is no text does not harm", async () => {
    expect((await run(String.raw`printf '\377\376a'`)).output).toBe("\uFFFD\uFFFDa");
  });
});

describe("a command that does not start", () => {
  it.each([
    ["a missing program", ["gtd-no-such-program"], {}, /ENOENT/],
    ["a missing shell", "true", { shell: "/no/such/shell" }, /ENOENT/],
    ["a missing directory", "true", { cwd: "/no/such/directory" }, /there is no directory "\/no\/such\/directory"/],
    ["a file for a directory", "true", { cwd: "/dev/null" }, /there is no directory "\/dev\/null"/],
    ["an empty list", [], {}, /./],
    ["an argument beyond what the system takes", "x".repeat(1 << 18), {}, /E2BIG/],
  ] as const)("reports %s as data", async (_, command, options, message) => {
    const result = await run(command, options);
    expect(result).toMatchObject({ code: null, signal: null, timedOut: false, output: "" });
    expect(result.spawnError?.message).toMatch(message);
  });

  it("is not started when the signal was given before", async () => {
    const result = await run("touch made", { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ code: null, timedOut: false });
    expect(existsSync(join(cwd, "made"))).toBe(false);
  });
});

describe("a system without the means to run a command", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("reports a temporary directory that is not there as data", async () => {
    vi.stubEnv("TMPDIR", "/no/such/directory");
    expect((await run("true")).spawnError?.code).toBe("ENOENT");
  });

  it("reports a missing mkfifo as data", async () => {
    vi.stubEnv("PATH", cwd);
    expect((await run("true")).spawnError?.message).toMatch(/mkfifo/);
  });

  it("reports what mkfifo says as data, and leaves nothing behind", async () => {
    writeFileSync(join(cwd, "mkfifo"), "#!/bin/sh\necho no pipes here >&2\nexit 1\n", { mode: 0o755 });
    vi.stubEnv("PATH", `${cwd}:${env.PATH}`);
    vi.stubEnv("TMPDIR", cwd);
    expect((await run("true")).spawnError?.message).toBe("no pipe could be made: no pipes here");
    expect(readdirSync(cwd)).toEqual(["mkfifo"]);
  });
});

describe("time-out and abort", () => {
  it("end the whole group, children and all", async () => {
    let group = 0;
    const result = await run("sleep 300 & wait", { timeout: 100, onStart: (pid) => (group = pid) });
    expect(result).toMatchObject({ code: null, signal: "SIGTERM", timedOut: true });
    expect(isGroupAlive(group)).toBe(false);
  });

  it("kill what does not listen, after the grace", async () => {
    const result = await runUntil("ready", "trap '' TERM; echo ready; sleep 300; sleep 300", 50);
    expect(result).toMatchObject({ signal: "SIGKILL", output: "ready\n" });
  });

  it("wait for a child that outlives the shell's end", async () => {
    let group = 0;
    const command = "(trap '' TERM; echo ready; while :; do sleep 1; done) & wait";
    const result = await runUntil("ready", command, 50, (pid) => (group = pid));
    expect(result.signal).toBe("SIGTERM");
    expect(isGroupAlive(group)).toBe(false);
  });

  it("let the command say its last words", async () => {
    const result = await runUntil("ready", "trap 'echo bye; exit 7' TERM; echo ready; while :; do :; done");
    expect(result).toMatchObject({ code: 7, signal: null, output: "ready\nbye\n" });
  });

  it("by a signal is no time-out", async () => {
    const abort = new AbortController();
    const running = run("echo $$ >pid; sleep 300", { signal: abort.signal, timeout: 60_000 });
    const pid = Number(await fileAppears("pid"));
    abort.abort();
    expect(await running).toMatchObject({ signal: "SIGTERM", timedOut: false });
    expect(isGroupAlive(pid)).toBe(false);
  });

  it("are not needed when this process exits: the group is killed", async () => {
    const others = new Set(process.listeners("exit"));
    const onOutput = (): void => {
      for (const listener of process.listeners("exit")) if (!others.has(listener)) listener.call(process, 0);
    };
    expect(await run("echo ready; sleep 300", { onOutput })).toMatchObject({ signal: "SIGKILL", output: "ready\n" });
    expect(process.listeners("exit").filter((listener) => !others.has(listener))).toEqual([]);
  });

  it("takes a time beyond node's longest timer for what it is", async () => {
    expect(await run("echo done", { timeout: 2 ** 40 })).toMatchObject({ code: 0, timedOut: false });
  });
});

describe("a child that survives the shell", () => {
  it("and holds its output does not hold the caller", async () => {
    let group = 0;
    const started = performance.now();
    const result = await run("sleep 300 & echo $! >child; echo done", { onStart: (pid) => (group = pid) });
    expect(result).toMatchObject({ code: 0, output: "done\n" });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(isGroupAlive(group)).toBe(true);
    process.kill(-group, "SIGKILL");
  });

  it("in a session of its own does neither", async () => {
    const result = await run(
      "setsid sh -c 'echo $$ >child; exec sleep 300' & echo done; while ! test -s child; do sleep 0.01; done",
    );
    expect(result).toMatchObject({ code: 0, output: "done\n" });
    process.kill(Number(await fileAppears("child")), "SIGKILL");
  });
});
