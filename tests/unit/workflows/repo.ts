import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A fresh repository in a directory of its own, with a home of its own; `dispose` removes both. */
export class Repo {
  readonly root: string;
  readonly #home: string;

  constructor(options: { readonly objectFormat?: "sha256" } = {}) {
    this.#home = mkdtempSync(join(tmpdir(), "gtd-workflow-"));
    this.root = join(this.#home, "repo");
    mkdirSync(this.root);
    writeFileSync(
      join(this.#home, "gitconfig"),
      "[user]\nname = Test\nemail = test@example.org\n[maintenance]\nauto = false\n",
    );
    this.git("init", "-q", ...(options.objectFormat === undefined ? [] : [`--object-format=${options.objectFormat}`]));
  }

  get #env(): NodeJS.ProcessEnv {
    const { PATH } = process.env;
    return {
      PATH,
      HOME: this.#home,
      GIT_CONFIG_GLOBAL: join(this.#home, "gitconfig"),
      GIT_CONFIG_NOSYSTEM: "1",
      LANG: "C.UTF-8",
    };
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: this.root, env: this.#env, encoding: "utf8" });
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  read(path: string): string | undefined {
    return existsSync(join(this.root, path)) ? readFileSync(join(this.root, path), "utf8") : undefined;
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  commit(subject: string): void {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", subject);
  }

  /** Status and path of everything pending, untracked files one by one. */
  pending(): readonly string[] {
    return this.git("status", "--porcelain=v1", "-z", "-uall", "--no-renames").split("\0").filter(Boolean).toSorted();
  }

  run(script: string): { readonly code: number | null; readonly output: string } {
    const result = spawnSync("bash", ["-c", script], { cwd: this.root, env: this.#env, encoding: "utf8" });
    return { code: result.status, output: result.stdout + result.stderr };
  }

  dispose(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}
