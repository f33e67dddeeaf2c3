import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** What `npm pack --json` says of a package. */
export interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly size: number; readonly mode: number }[];
}

export interface Installed {
  readonly packed: Packed;
  readonly tarball: string;
  /** A directory with a blank in its name, in which all of this lies. */
  readonly base: string;
  /** Where `npm install --global` put it, made read-only. */
  readonly prefix: string;
  /** An empty repository. */
  readonly repo: string;
  /** In which no registry can be reached and nothing of the machine's settings takes part. */
  readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);

function makeEnvironment(base: string): Record<string, string> {
  fs.writeFileSync(path.join(base, "gitconfig"), "[user]\n\tname = Ada\n\temail = ada@example.org\n");
  for (const name of ["user.npmrc", "global.npmrc"]) fs.writeFileSync(path.join(base, name), "");
  return {
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env["PATH"] ?? ""}`,
    HOME: path.join(base, "home"),
    TMPDIR: path.join(base, "tmp"),
    LANG: "C.UTF-8",
    GIT_CONFIG_GLOBAL: path.join(base, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    npm_config_userconfig: path.join(base, "user.npmrc"),
    npm_config_globalconfig: path.join(base, "global.npmrc"),
    npm_config_cache: path.join(base, "cache"),
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

/** Packs the built product and installs it below `base` into an empty prefix, as `npm install --global` does. */
export async function installPacked(base: string): Promise<Installed> {
  const [prefix, repo] = [path.join(base, "prefix"), path.join(base, "repo")];
  for (const name of ["home", "tmp", "prefix", "repo"]) fs.mkdirSync(path.join(base, name));
  const env = makeEnvironment(base);
  // The scripts would build: what is built is what the other tests ran.
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", base];
  const [packed] = JSON.parse((await run("npm", pack, { cwd: ROOT, env })).stdout) as readonly Packed[];
  if (packed === undefined) throw new Error("npm pack made nothing");
  const tarball = path.join(base, packed.filename);
  await run("npm", ["install", "--global", "--prefix", prefix, tarball], { cwd: base, env });
  await run("git", ["init", "-q"], { cwd: repo, env });
  spawnSync("chmod", ["-R", "a-w", prefix]);
  return { packed, tarball, base, prefix, repo, env };
}

export function makeBase(): string {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd pack-")));
}

/** Takes away what `installPacked` left below the base, read-only as it is. */
export function removeBase(base: string): void {
  spawnSync("chmod", ["-R", "u+w", base]);
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 });
}

/** Every file and link below a directory with what tells a change: times, size, where a link leads. */
export function listTree(dir: string): readonly string[] {
  return fs
    .readdirSync(dir, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const { mtimeMs, size, mode } = fs.lstatSync(path.join(dir, name));
      return `${name} ${mtimeMs} ${size} ${mode.toString(8)}`;
    });
}
