import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findRepository } from "../../../src/git/repository.ts";
import { UserError } from "../../../src/errors.ts";
import { captureTree } from "../../../src/git/capture.ts";
import { withLock } from "../../../src/git/lock.ts";
import { squash } from "../../../src/git/squash.ts";
import { commitTurn } from "../../../src/git/turn.ts";
import type {
  CaptureOptions,
  Repository,
  Snapshot,
  SquashInput,
  SquashResult,
  TurnInput,
} from "../../../src/git/types.ts";
import { readSnapshot } from "../../../src/git/snapshot.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "gtd-git-")));

// Nothing may read the developer's own settings, in this process or in the git that it starts.
Object.assign(process.env, {
  HOME: home,
  XDG_CONFIG_HOME: join(home, ".config"),
  GIT_CONFIG_GLOBAL: join(home, "gitconfig"),
  GIT_CONFIG_NOSYSTEM: "1",
});
for (const name of Object.keys(process.env)) {
  if (/^(?:NODE_|GIT_(?:AUTHOR|COMMITTER|DIR|WORK|INDEX|CONFIG_COUNT))/.test(name)) delete process.env[name];
}
writeFileSync(
  join(home, "gitconfig"),
  "[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n[commit]\n\tgpgSign = false\n[maintenance]\n\tauto = false\n",
);

let count = 0;
const made = new Map<string, string>();

/** An empty repository that is made once for these options of `git init`, to be copied. */
function initial(options: readonly string[]): string {
  const key = options.join("\0");
  let root = made.get(key);
  if (root === undefined) {
    made.set(key, (root = temporary("initial")));
    mkdirSync(root);
    git(root, "init", "--quiet", "--template=", ...options);
  }
  return root;
}

/** A temporary repository and what a test does to it. */
export class Fixture {
  readonly root: string;

  constructor(
    options: { readonly init?: readonly string[]; readonly files?: Readonly<Record<string, string | Buffer>> } = {},
  ) {
    this.root = join(home, `repo-${++count}`);
    cpSync(initial(options.init ?? []), this.root, { recursive: true });
    if (options.files) {
      this.write(options.files);
      this.commit("initial");
    }
  }

  get repo(): Repository {
    return findRepository(this.root);
  }

  path(name: string): string {
    return join(this.root, name);
  }

  git(...args: string[]): string {
    return git(this.root, ...args);
  }

  write(files: Readonly<Record<string, string | Buffer>>): this {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(this.path(name)), { recursive: true });
      writeFileSync(this.path(name), content);
    }
    return this;
  }

  remove(...names: string[]): this {
    for (const name of names) rmSync(this.path(name), { recursive: true });
    return this;
  }

  commit(message: string): string {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }

  /** The snapshot with the whole history. */
  snapshot(): Promise<Snapshot> {
    return readSnapshot(this.repo, { enough: () => false });
  }
}

/** Captures what is pending as one turn, as a step would. */
export async function turn(f: Fixture, message: string, rest: Partial<TurnInput> = {}): Promise<string> {
  return withLock(f.repo, async (lock) => {
    const snapshot = await f.snapshot();
    const captured = await captureTree(f.repo, snapshot, CAPTURE);
    const { commit } = await commitTurn(lock, { snapshot, captured, message: `${message}\n`, hooks: "never", ...rest });
    return commit;
  });
}

/** Collapses the history above `start`, as entering a commit state would. */
export async function squashAll(
  f: Fixture,
  start: string | null,
  rest: Partial<SquashInput> = {},
): Promise<SquashResult> {
  return withLock(f.repo, async (lock) => {
    const snapshot = await f.snapshot();
    const captured = await captureTree(f.repo, snapshot, CAPTURE);
    return squash(lock, {
      snapshot,
      captured,
      start,
      message: "feat: all of it\n",
      drop: (path) => path.startsWith(".gtd/"),
      consumed: [],
      allowEmpty: false,
      hooks: "never",
      ...rest,
    });
  });
}

/** What a caller is told: code, exit and next steps. */
export async function refusal(work: Promise<unknown>): Promise<UserError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof UserError) return error;
  throw new Error("it was not refused", { cause: error });
}

export function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  }).replace(/\n$/, "");
}

export function temporary(name: string): string {
  return join(home, `${name}-${++count}`);
}

export const CAPTURE: CaptureOptions = { limit: 50_000_000, allowLarge: false, allowLink: false, steering: [] };

/** Changes as "A path" lines. */
export function lines(changes: readonly { readonly status: string; readonly path: string }[]): string[] {
  return changes.map(({ status, path }) => `${status} ${path}`);
}
