import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { UserError } from "../../../src/errors.ts";
import { runModeCommand } from "../../../src/shell/mode.ts";
import type { ModeCommandOptions, ModeResults } from "../../../src/shell/mode.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "gtd-mode-test-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function run<O extends keyof ModeResults>(
  operation: O,
  command: string,
  options: Partial<ModeCommandOptions> = {},
): Promise<ModeResults[O]> {
  return runModeCommand(operation, {
    command,
    shell: "bash",
    cwd,
    env: { PATH: process.env["PATH"] },
    timeout: 10_000,
    path: "docs/adr.md",
    ...options,
  });
}

async function faultOf(running: Promise<unknown>): Promise<UserError> {
  const error: unknown = await running.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserError)) throw new Error(`no UserError but ${String(error)}`);
  return error;
}

describe("format", () => {
  it("rewrites the file in place", async () => {
    writeFileSync(join(cwd, "adr.md"), "a");
    await run("format", "printf b >>adr.md");
    expect(readFileSync(join(cwd, "adr.md"), "utf8")).toBe("ab");
  });

  it("is a hard error when it fails, with what it said", async () => {
    const error = await faultOf(run("format", "printf '\\033[31mno parser\\033[0m\\n' >&2; exit 2"));
    expect(error).toMatchObject({ code: "mode-command-failed", exit: 1, detail: "no parser" });
    expect(error.message).toMatch(/^the format command ".*" failed with exit 2$/s);
  });

  it("is a hard error when a signal ends it", async () => {
    expect((await faultOf(run("format", "kill -KILL $$"))).message).toMatch(/was ended by SIGKILL$/);
  });
});

describe("validate", () => {
  it("finds nothing when it succeeds, whatever it prints", async () => {
    expect(await run("validate", "echo all is well")).toEqual([]);
  });

  it("takes each line for a finding, with its place where it names one", async () => {
    const lines = [
      "3:5: no title",
      "  4:1  error: too long",
      "docs/adr.md:6:2: no status",
      "./docs/adr.md:7:1 no date",
      `${"/repo"}/docs/adr.md:8:1: absolute`,
      "",
      "other.md:1:1: elsewhere",
      "12: no column",
      "just words",
    ];
    const findings = await run("validate", `cat <<'EOF'\n${lines.join("\n")}\nEOF\nexit 1`);
    expect(findings.map(({ message, range }) => [range?.start.line, range?.start.column, message])).toEqual([
      [3, 5, "no title"],
      [4, 1, "error: too long"],
      [6, 2, "no status"],
      [7, 1, "no date"],
      [8, 1, "absolute"],
      [undefined, undefined, "other.md:1:1: elsewhere"],
      [undefined, undefined, "12: no column"],
      [undefined, undefined, "just words"],
    ]);
    expect(
      findings.every(
        ({ code, severity, path }) => code === "mode-finding" && severity === "error" && path === "docs/adr.md",
      ),
    ).toBe(true);
  });

  it("finds that it failed when it says nothing", async () => {
    expect(await run("validate", "exit 3")).toMatchObject([
      { message: "the validate command ended with exit 3 and said nothing" },
    ]);
    expect(await run("validate", "kill -KILL $$")).toMatchObject([
      { message: "the validate command was ended by SIGKILL and said nothing" },
    ]);
  });
});

describe("signals", () => {
  it("are names, one a line, each once, with or without their sign", async () => {
    expect(await run("signals", "printf 'accepted\\n\\n @needs-work \\naccepted\\n'")).toEqual([
      "accepted",
      "needs-work",
    ]);
  });

  it("may be none", async () => {
    expect(await run("signals", "true")).toEqual([]);
  });

  it("are refused when they are no names", async () => {
    expect(await faultOf(run("signals", "echo accepted; echo 'two words'"))).toMatchObject({
      code: "mode-signal-name",
      exit: 7,
      detail: "accepted\ntwo words",
    });
  });

  it("are a hard error when the command fails", async () => {
    expect(await faultOf(run("signals", "echo accepted; exit 1"))).toMatchObject({
      code: "mode-command-failed",
      detail: "accepted",
    });
  });
});

describe("a command that cannot be run", () => {
  it.each([
    ["the program is missing", "gtd-no-such-program x", {}, /exit 127/],
    ["the shell is missing", "true", { shell: "/no/such/shell" }, /the shell "\/no\/such\/shell" could not be started/],
    ["it takes too long", "sleep 300", { timeout: 50 }, /did not end within 50 ms/],
  ])("is a fault of the configuration: %s", async (_, command, options, message) => {
    for (const operation of ["format", "validate", "signals"] as const) {
      const error = await faultOf(run(operation, command, options));
      expect(error).toMatchObject({ code: "mode-command-unusable", exit: 7 });
      expect(error.message).toMatch(message);
    }
  });

  it("is interrupted by its signal", async () => {
    expect(await faultOf(run("format", "true", { signal: AbortSignal.abort() }))).toMatchObject({
      code: "interrupted",
      exit: 130,
    });
  });
});
