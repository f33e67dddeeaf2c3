import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeProgram } from "../../../src/cli/describe.ts";
import { makeProgram } from "../../../src/cli/program.ts";
import { renderBash } from "../../../src/help/bash.ts";
import { renderFish } from "../../../src/help/fish.ts";
import { renderZsh } from "../../../src/help/zsh.ts";

const commands = describeProgram(makeProgram(() => {}, { out: () => {} }));
const SCRIPTS = { bash: renderBash(commands), zsh: renderZsh(commands), fish: renderFish(commands) };

let base = "";
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "gtd-completion-"));
  for (const [shell, script] of Object.entries(SCRIPTS)) writeFileSync(join(base, shell), script);
  // Stands for gtd where the scripts ask it for names.
  writeFileSync(join(base, "gtd"), '#!/bin/sh\n[ "$2" = --list ] && printf "%s-one\\n%s-two\\n" "$3" "$3"\n');
  chmodSync(join(base, "gtd"), 0o755);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function isThere(shell: string): boolean {
  return spawnSync(shell, ["-c", ":"]).status === 0;
}

const env = () => ({ PATH: `${base}:${process.env["PATH"] ?? ""}`, HOME: base });

/** What bash offers for a line whose last word is being typed. */
function offer(...words: readonly string[]): readonly string[] {
  const quoted = ["gtd", ...words].map((word) => `'${word}'`).join(" ");
  const script = `source "$1"; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _gtd; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync("bash", ["-c", script, "bash", join(base, "bash")], {
    env: env(),
    cwd: base,
    encoding: "utf8",
  });
  return output.split("\n").filter((line) => line !== "");
}

describe("completion", () => {
  it.each(["bash", "zsh", "fish"])("for %s is a script that the shell can read", (shell) => {
    if (!isThere(shell)) return;
    const { status, stderr } = spawnSync(shell, ["-n", join(base, shell)], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it.each(Object.entries(SCRIPTS))("for %s names every command and every option", (_, script) => {
    for (const { name, options } of commands) {
      expect(script).toContain(name);
      for (const { long } of options) expect(script).toContain(long.replace(/^--/, ""));
    }
  });

  it("offers commands, then their options, then what they take", () => {
    expect(offer("sta")).toEqual(["status", "start"].toSorted((a, b) => commandAt(a) - commandAt(b)));
    expect(offer("step", "--ex")).toEqual(["--exit"]);
    expect(offer("step", "")).toEqual(["actors-one", "actors-two"]);
    expect(offer("start", "entries-t")).toEqual(["entries-two"]);
    expect(offer("loop", "--until", "")).toEqual(["states-one", "states-two"]);
    expect(offer("window", "")).toEqual(["open", "close"]);
    expect(offer("completion", "z")).toEqual(["zsh"]);
    expect(offer("format", "gt")).toEqual(["gtd"]);
  });

  it("in fish offers the same", () => {
    if (!isThere("fish")) return;
    const complete = (line: string): readonly string[] =>
      execFileSync("fish", ["--no-config", "-c", `source ${join(base, "fish")}; complete -C '${line}'`], {
        env: env(),
        cwd: base,
        encoding: "utf8",
      })
        .split("\n")
        .filter((one) => one !== "")
        .map((one) => one.split("\t")[0] ?? "");
    expect(complete("gtd sta").toSorted()).toEqual(["start", "status"]);
    expect(complete("gtd step --ex")).toContain("--exit");
    expect(complete("gtd start ")).toEqual(["entries-one", "entries-two"]);
  });
});

function commandAt(name: string): number {
  return commands.findIndex((command) => command.name === name);
}
