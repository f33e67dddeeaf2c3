import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { BINARY } from "./documents.ts";

export interface Sandbox {
  /** An empty directory below a home of its own. */
  readonly dir: string;
  readonly home: string;
  readonly env: Record<string, string>;
  run(line: string): { readonly code: number | null; readonly output: string };
}

/** A home and an empty directory in which `gtd` is the built one; gone when the test ends. */
export function makeSandbox(extra: Readonly<Record<string, string>> = {}): Sandbox {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-docs-")));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const home = path.join(base, "home");
  const bin = path.join(base, "bin");
  const dir = path.join(home, "project");
  const tmp = path.join(base, "tmp");
  for (const one of [dir, bin, tmp]) fs.mkdirSync(one, { recursive: true });
  fs.writeFileSync(path.join(bin, "gtd"), `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`, { mode: 0o755 });
  fs.writeFileSync(
    path.join(home, "gitconfig"),
    "[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n",
  );
  const env: Record<string, string> = {
    PATH: `${bin}:${path.dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    XDG_STATE_HOME: path.join(home, ".state"),
    XDG_CACHE_HOME: path.join(home, ".cache"),
    GIT_CONFIG_GLOBAL: path.join(home, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    TMPDIR: tmp,
    LANG: "C.UTF-8",
    ...extra,
  };
  return {
    dir,
    home,
    env,
    run(line) {
      const result = spawnSync("bash", ["-c", `exec 2>&1\n${line}`], { cwd: dir, env, encoding: "utf8", input: "" });
      return { code: result.status, output: result.stdout };
    },
  };
}
