import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { LoopEvent } from "../../src/driver/events.ts";
import { driveLoop, type LoopOptions } from "../../src/driver/loop.ts";
import type { Halt } from "../../src/driver/events.ts";
import { findRepository } from "../../src/git/repository.ts";
import type { Context } from "../../src/runtime/context.ts";
import { openProject } from "../../src/runtime/open.ts";
import type { Project } from "../../src/runtime/project.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
export const BINARY = path.join(ROOT, "bin", "gtd.cjs");
export const FAKES = path.join(import.meta.dirname, "fakes");

/** A human asks, an agent works, a human looks; `states` may say more. */
export const WORKFLOW = {
  states: {
    idle: { actor: "human", initial: true, message: "Ask.", on: { "* ask.md": "working" } },
    working: {
      actor: "agent",
      prompt: "Do what <%= it.read('ask.md').trim() %> says.",
      memory: "work",
      model: "smart",
      on: { "D ask.md": { refuse: "ask.md must stay." }, "* **": "looking" },
    },
    looking: { actor: "human", message: "Look.", on: { C: "idle", "* **": "working" } },
  },
};

export interface Shop {
  readonly dir: string;
  readonly home: string;
  readonly env: Record<string, string>;
  readonly git: (...args: string[]) => string;
  readonly write: (name: string, text: string) => void;
  readonly read: (name: string) => string;
  readonly exists: (name: string) => boolean;
  /** Subjects, newest first. */
  readonly subjects: () => readonly string[];
  /** The last commit's message. */
  readonly message: () => string;
  readonly project: () => Promise<Project>;
  readonly drive: (options?: Partial<LoopOptions>) => Promise<Drive>;
}

export interface Drive {
  readonly halt: Halt | undefined;
  readonly error: unknown;
  readonly events: readonly LoopEvent[];
  readonly notes: readonly string[];
}

/** A repository with a configuration, whose agent is about to be asked; gone when the test ends. */
export function openShop(config: Readonly<Record<string, unknown>>, options: { readonly asked?: boolean } = {}): Shop {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-driver-")));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [home, bin, tmp] = ["home", "bin", "tmp"].map((name) => path.join(base, name)) as [string, string, string];
  const dir = path.join(home, "repo");
  for (const one of [dir, bin, tmp]) fs.mkdirSync(one, { recursive: true });
  fs.writeFileSync(
    path.join(home, "gitconfig"),
    "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n",
  );
  fs.writeFileSync(path.join(bin, "gtd"), `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`, { mode: 0o755 });
  const env: Record<string, string> = {
    PATH: `${bin}:${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    XDG_STATE_HOME: path.join(home, ".state"),
    GIT_CONFIG_GLOBAL: path.join(home, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    TMPDIR: tmp,
    LANG: "C.UTF-8",
    TZ: "UTC",
    GTD_TRUST: "1",
  };
  // gtd's own git, in this process, goes by these as well.
  for (const name of ["HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "XDG_STATE_HOME"])
    process.env[name] = env[name];
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: dir, env, encoding: "utf8" });
  const at = (name: string): string => path.resolve(dir, name);
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), text);
  };
  git("init", "-q");
  write(".gtdrc.json", JSON.stringify({ workflow: WORKFLOW, ...config }));
  git("add", "-A");
  git("commit", "-q", "-m", "chore: begin");
  if (options.asked !== false) {
    write("ask.md", "the ask\n");
    git("add", "-A");
    git("commit", "-q", "-m", "gtd(human): idle → working");
  }
  const project = (): Promise<Project> => {
    const context: Context = {
      cwd: dir,
      env,
      out: () => {},
      err: () => {},
      json: false,
      color: false,
      signal: new AbortController().signal,
    };
    return openProject(context, findRepository(dir));
  };
  return {
    dir,
    home,
    env,
    git,
    write,
    read: (name) => fs.readFileSync(at(name), "utf8"),
    exists: (name) => fs.existsSync(at(name)),
    subjects: () => git("log", "--format=%s").trim().split("\n"),
    message: () => git("log", "-1", "--format=%B"),
    project,
    drive: async (more = {}) => {
      const events: LoopEvent[] = [];
      let halt: Halt | undefined;
      let error: unknown;
      try {
        halt = await driveLoop(await project(), {
          signal: new AbortController().signal,
          ...more,
          onEvent: (event) => {
            events.push(event);
            more.onEvent?.(event);
          },
        });
      } catch (thrown) {
        error = thrown;
      }
      return { halt, error, events, notes: events.flatMap((one) => (one.event === "note" ? [one.text] : [])) };
    },
  };
}

/** A node script as a shell command. */
export function nodeAgent(shop: Pick<Shop, "home">, source: string): string {
  const file = path.join(shop.home, "agent.cjs");
  fs.writeFileSync(file, source);
  return `'${process.execPath}' '${file}'`;
}
