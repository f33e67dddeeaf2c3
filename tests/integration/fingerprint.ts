import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** The real git, which a scenario's counting shim stands in front of. */
export const GIT = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();

/** Everything a command may change in a repository, by content: HEAD, refs, index and every file. */
export interface Fingerprint {
  readonly head: string;
  readonly refs: string;
  readonly index: string;
  readonly files: Readonly<Record<string, string>>;
}

function hash(file: string): string {
  const stat = fs.lstatSync(file);
  if (stat.isSymbolicLink()) return `link ${fs.readlinkSync(file)}`;
  if (!stat.isFile()) return "special";
  return `${(stat.mode & 0o111) === 0 ? "file" : "exec"} ${createHash("sha1").update(fs.readFileSync(file)).digest("hex")}`;
}

function listFiles(dir: string, prefix: string, into: Record<string, string>): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (entry.name === ".git") continue;
    const file = path.join(dir, entry.name);
    const name = prefix + entry.name;
    if (entry.isDirectory()) listFiles(file, `${name}/`, into);
    else into[name] = hash(file);
  }
}

const listed = new Map<string, string>();

/** What git lists of the index; the same bytes are listed once, unless some of the index lies in another file. */
function listIndex(gitDir: string, list: () => string): string {
  const file = path.join(gitDir, "index");
  if (!fs.lstatSync(gitDir).isDirectory() || fs.readdirSync(gitDir).some((name) => name.startsWith("sharedindex.")))
    return list();
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return list();
  const key = fs.readFileSync(file, "latin1");
  let entries = listed.get(key);
  if (entries === undefined) listed.set(key, (entries = list()));
  return entries;
}

/** Absent outside a repository. */
export function fingerprint(dir: string, env: Readonly<Record<string, string>>): Fingerprint | undefined {
  const gitDir = path.join(dir, ".git");
  if (!fs.existsSync(gitDir)) return undefined;
  const git = (...args: readonly string[]): string =>
    execFileSync(GIT, args, {
      cwd: dir,
      env: { ...env, GIT_OPTIONAL_LOCKS: "0" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const files: Record<string, string> = {};
  listFiles(dir, "", files);
  return {
    head: fs.lstatSync(gitDir).isDirectory()
      ? fs.readFileSync(path.join(gitDir, "HEAD"), "utf8").trim()
      : git("rev-parse", "--symbolic-full-name", "HEAD"),
    refs: git("for-each-ref", "--format=%(refname) %(objectname)"),
    index: listIndex(gitDir, () => git("ls-files", "-s")),
    files,
  };
}
