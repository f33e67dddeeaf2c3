import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { defineParameterType, QuickPickleWorld, setWorldConstructor } from "quickpickle";
import { fingerprint, GIT, type Fingerprint } from "./fingerprint.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const BINARY = path.join(ROOT, "bin", "gtd.cjs");

const PLAIN = /^gtd(?: [\w./=:@%+,-]+)*$/;

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * One scenario's world: a temporary directory with a home, a repository and an environment made from
 * nothing, so that no setting of the developer takes part. Removed when the scenario ends.
 */
export class World extends QuickPickleWorld {
  base = "";
  /** The directory commands run in; the repository's root unless a step says otherwise. */
  dir = "";
  env: Record<string, string> = {};
  last: Result = { code: null, stdout: "", stderr: "" };
  /** Everything git and the disk said before the last `gtd` command. */
  before: Fingerprint | undefined;
  readonly remembered = new Map<string, string>();

  override async init(): Promise<void> {
    await super.init();
    this.base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-feature-")));
    this.context.onTestFinished(() => fs.rmSync(this.base, { recursive: true, force: true, maxRetries: 3 }));
    const home = path.join(this.base, "home");
    const bin = path.join(this.base, "bin");
    const tmp = path.join(this.base, "tmp");
    for (const dir of [home, bin, tmp]) fs.mkdirSync(dir, { recursive: true });
    this.dir = path.join(home, "repo");
    fs.writeFileSync(
      path.join(home, "gitconfig"),
      [
        "[user]\n\tname = Ada Human\n\temail = ada@example.org",
        "[init]\n\tdefaultBranch = main",
        "[advice]\n\tdetachedHead = false",
        "[gc]\n\tauto = 0",
        "[maintenance]\n\tauto = false\n",
      ].join("\n"),
    );
    fs.writeFileSync(path.join(bin, "gtd"), `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`, {
      mode: 0o755,
    });
    this.env = {
      PATH: [bin, path.dirname(process.execPath), path.dirname(GIT), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
      HOME: home,
      XDG_STATE_HOME: path.join(home, ".state"),
      XDG_CACHE_HOME: path.join(home, ".cache"),
      GIT_CONFIG_GLOBAL: path.join(home, "gitconfig"),
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TEMPLATE_DIR: "",
      TMPDIR: tmp,
      LANG: "C.UTF-8",
      TZ: "UTC",
      GTD_TRUST: "1",
    };
  }

  /** An absolute path from one a step names; `\n` and `\t` in it stand for a newline and a tab. */
  path(name: string): string {
    return path.resolve(this.dir, name.replaceAll("\\n", "\n").replaceAll("\\t", "\t"));
  }

  write(name: string, text: string): void {
    const file = this.path(name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }

  read(name: string): string {
    return fs.readFileSync(this.path(name), "utf8");
  }

  exists(name: string): boolean {
    return fs.lstatSync(this.path(name), { throwIfNoEntry: false }) !== undefined;
  }

  git(...args: readonly string[]): string {
    return execFileSync(GIT, args, {
      cwd: this.dir,
      env: this.env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  commitAll(message: string): void {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
  }

  /** Runs a command line by `sh`, as one types it; what was there before is kept for "nothing changed". */
  async run(line: string, options: { readonly cwd?: string; readonly stdin?: string } = {}): Promise<Result> {
    this.before = this.#asks("nothing changed") ? fingerprint(this.dir, this.env) : undefined;
    fs.rmSync(this.gitLog, { force: true });
    this.last = await new Promise<Result>((resolve, reject) => {
      // Plain words need no shell, which saves two processes.
      const [command, args] = PLAIN.test(line)
        ? [process.execPath, [BINARY, ...line.split(" ").slice(1)]]
        : ["sh", ["-c", line]];
      const child = spawn(command, args, {
        cwd: options.cwd === undefined ? this.dir : this.path(options.cwd),
        env: this.env,
        stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      });
      let stdout = "";
      let stderr = "";
      child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
      child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, stdout, stderr }));
      child.stdin?.end(options.stdin);
    });
    return this.last;
  }

  /** Whether a step of the scenario begins so: what nobody asks for is not looked up. */
  #asks(step: string): boolean {
    return this.info.steps.some((text) => text.startsWith(step));
  }

  /** The last command's standard output as one JSON document. */
  json(): unknown {
    try {
      return JSON.parse(this.last.stdout) as unknown;
    } catch {
      throw new Error(`stdout is no JSON document\n${this.describe()}`);
    }
  }

  /** What the last command said, for the messages of failed steps. */
  describe(): string {
    const { code, stdout, stderr } = this.last;
    return `exit ${code}\n--- stdout\n${stdout}\n--- stderr\n${stderr}`;
  }

  get gitLog(): string {
    return path.join(this.base, "git-calls");
  }

  /** From here on every git process that is found on PATH is counted. */
  countGit(): void {
    const shim = `#!/bin/sh\nprintf '%s\\n' "$*" >>"${this.gitLog}"\nexec "${GIT}" "$@"\n`;
    fs.writeFileSync(path.join(this.base, "bin", "git"), shim, { mode: 0o755 });
  }

  gitCalls(): readonly string[] {
    return fs.existsSync(this.gitLog) ? fs.readFileSync(this.gitLog, "utf8").trim().split("\n") : [];
  }
}

setWorldConstructor(World);

/** A JSON value that is no string, as `json "a.b" is null` names it. */
defineParameterType({
  name: "json",
  regexp: /-?\d+(?:\.\d+)?|true|false|null|\[.*\]|\{.*\}/,
  transformer: (text: string): unknown => JSON.parse(text) as unknown,
});
