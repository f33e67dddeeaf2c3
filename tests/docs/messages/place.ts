import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { reportError } from "../../../src/cli/report-error.ts";
import { runProgram } from "../../../src/cli/program.ts";
import { findRepository } from "../../../src/git/repository.ts";
import type { Repository } from "../../../src/git/types.ts";
import type { Context } from "../../../src/runtime/context.ts";

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-messages-")));
const home = path.join(base, "home");
const GIT = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
const PATH = [path.dirname(process.execPath), path.dirname(GIT), "/usr/bin", "/bin"].join(":");

fs.mkdirSync(home);
fs.writeFileSync(
  path.join(home, "gitconfig"),
  "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n",
);
for (const name of Object.keys(process.env)) if (/^(?:GIT|GTD|XDG)_/.test(name)) delete process.env[name];

/** What every process that starts here is given, nothing of it the developer's own. */
const SETTINGS = {
  HOME: home,
  XDG_STATE_HOME: path.join(home, ".state"),
  XDG_CACHE_HOME: path.join(home, ".cache"),
  GIT_CONFIG_GLOBAL: path.join(home, "gitconfig"),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TEMPLATE_DIR: "",
  GTD_TRUST: "1",
  PATH,
};

/** Removes all that the scenes left. */
export function removePlaces(): void {
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 });
}

const begun = new Map<(place: Place) => unknown, string>();
let count = 0;
let made: string | undefined;

/** A repository with one commit, made once and copied. */
function committed(): string {
  if (made === undefined) {
    const place = new Place(false);
    place.git("init", "-q");
    place.write("README.md", "# Project\n").commit("chore: begin");
    made = place.dir;
  }
  return made;
}

/** A directory in which command lines run as they do in a terminal, but in this very process. */
export class Place {
  readonly dir: string;
  readonly env: Record<string, string | undefined>;
  /** All that was printed. */
  text = "";
  confirm: Context["confirm"];
  loadPrompter: Context["loadPrompter"];
  readonly interrupt = new AbortController();

  constructor(repository = true) {
    this.dir = path.join(home, `${++count}`, "project");
    fs.mkdirSync(this.dir, { recursive: true });
    if (repository) fs.cpSync(committed(), this.dir, { recursive: true });
    this.env = { ...SETTINGS };
    Object.assign(process.env, SETTINGS);
  }

  /** What begins several scenes: it is done once, and copied from then on. */
  async begin(make: (place: Place) => unknown): Promise<void> {
    const home = path.dirname(this.dir);
    const kept = begun.get(make) ?? path.join(base, `begun-${begun.size}`);
    if (begun.has(make)) fs.rmSync(home, { recursive: true });
    else await make(this);
    fs.cpSync(...(begun.has(make) ? ([kept, home] as const) : ([home, kept] as const)), {
      recursive: true,
      preserveTimestamps: true,
    });
    begun.set(make, kept);
  }

  get repo(): Repository {
    return findRepository(this.dir);
  }

  write(name: string, text: string | Buffer, mode = 0o644): this {
    const file = path.join(this.dir, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { mode });
    return this;
  }

  /** A configuration, given as YAML, in the directory above, so that nothing is pending. */
  configure(text: string): this {
    return this.write("../.gtdrc.yaml", text);
  }

  git(...args: readonly string[]): string {
    return execFileSync(GIT, args, { cwd: this.dir, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  }

  commit(message: string): this {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
    return this;
  }

  /** A path with three stages in the index, as a conflict leaves it. */
  conflict(name: string): this {
    const blob = this.git("hash-object", "-w", "README.md");
    const input = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\t${name}\n`).join("");
    execFileSync(GIT, ["update-index", "--index-info"], { cwd: this.dir, input });
    return this.write(name, "both\n");
  }

  hook(name: string, text: string): this {
    return this.write(`.git/hooks/${name}`, `#!/bin/sh\n${text}\n`, 0o755);
  }

  /** From here on git fails whenever its arguments hold these words, and says what it is told to. */
  failGit(words: string, says: string): this {
    return this.shimGit(`case "$*" in\n*"${words}"*) printf '%s\\n' '${says}' >&2; exit 128 ;;\nesac`);
  }

  /** Lines of a shell that come before git; `$GIT` is the real one. */
  shimGit(lines: string): this {
    return this.program("git", `GIT=${GIT}\n${lines}\nexec "$GIT" "$@"`);
  }

  /** A program of one's own, first on PATH. */
  program(name: string, text: string): this {
    const bin = path.join(this.dir, "..", "bin");
    fs.mkdirSync(bin, { recursive: true });
    fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return this.set("PATH", `${bin}:${PATH}`);
  }

  set(name: string, value: string): this {
    this.env[name] = value;
    process.env[name] = value;
    return this;
  }

  /** Runs one command line, and answers what was printed since the last. */
  async run(line: string): Promise<{ readonly exit: number; readonly text: string }> {
    const argv = split(line).slice(1);
    this.text = "";
    const exit = await this.report(argv.includes("--json"), (context) => runProgram(argv, context));
    return { exit, text: this.text };
  }

  /** What a failing function is told as, and its exit. */
  async report(json: boolean, work: (context: Context) => Promise<unknown>): Promise<number> {
    const { confirm, loadPrompter } = this;
    const context: Context = {
      cwd: this.dir,
      env: this.env,
      out: (chunk) => (this.text += chunk),
      err: (chunk) => (this.text += chunk),
      json,
      color: false,
      signal: this.interrupt.signal,
      ...(confirm === undefined ? {} : { confirm }),
      ...(loadPrompter === undefined ? {} : { loadPrompter }),
    };
    try {
      return Number(await work(context));
    } catch (error) {
      return reportError(error, context);
    }
  }
}

/** The words of a command line; quotes hold one together. */
function split(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}

/** Without what differs from one run, or one machine, to the next. */
export function settle(text: string, place: Place): string {
  return text
    .replaceAll(place.dir, "/home/ada/project")
    .replaceAll(path.dirname(place.dir), "/home/ada")
    .replaceAll(home, "/home/ada")
    .replaceAll(os.hostname(), "host")
    .replaceAll(/\b[0-9a-f]{40}\b/g, "<commit>")
    .replaceAll(/\b(?=[0-9a-f]*[0-9])[0-9a-f]{7,12}\b/g, "<short>")
    .replaceAll(/(\d+m )?\d+(\.\d+)?m?s\b/g, "<time>")
    .replaceAll(/ {2,}# /g, "  # ")
    .replaceAll(/\bprocess \d+/g, "process <pid>");
}
