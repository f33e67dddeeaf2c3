import { lstatSync, readFileSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { diskPath } from "../git/file-name.ts";
import type { Repository } from "../git/types.ts";

/**
 * The absolute path of a file that a workflow names, once it is known to lie inside the working tree and outside any
 * `.git`, links resolved; the last component is never followed (STATES.md, "Paths").
 * Throws `path-outside`.
 */
export function safePath(root: string, path: string): string {
  const parts = path.split("/");
  const odd = path === "" || isAbsolute(path) || path.includes("\0") || parts.some((part) => part === "..");
  const absolute = join(root, path);
  if (odd || absolute === root || parts.some((part) => part.toLowerCase() === ".git"))
    throw outside(path, "it does not lie in the working tree");
  const parent = withFile(path, () => realParent(path, absolute));
  const inside = relative(root, parent);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    throw outside(path, "a link leads out of the repository");
  if (inside.split(sep).some((part) => part.toLowerCase() === ".git"))
    throw outside(path, "a link leads into a git directory");
  return absolute;
}

/** Text of a file in the working tree, undefined when there is none; a link or a directory is refused. */
export function readWorkingFile(root: string, path: string): string | undefined {
  return withFile(path, () => readWorkingBytes(root, path)?.toString("utf8"));
}

/** The same, byte for byte: what is to be written back must not pass through a text. */
export function readWorkingBytes(root: string, path: string): Buffer | undefined {
  const absolute = safePath(root, path);
  const stat = withFile(path, () => statOf(absolute));
  if (stat === undefined) return undefined;
  if (!stat.isFile())
    throw outside(
      path,
      stat.isSymbolicLink() ? "it is a symbolic link, which is not followed" : "it is no regular file",
    );
  return withFile(path, () => readFileSync(diskPath(absolute)));
}

/** Says of which file the system spoke when it could not read or write one. Throws `working-file`. */
export function withFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof UserError || !("code" in error)) throw error;
    throw new UserError(`the file "${path}" cannot be read or written: ${error.message}`, {
      code: "working-file",
      exit: EXIT.unfit,
      next: ["look at its owner, its mode and its size, and at the space that is left"],
      cause: error,
    });
  }
}

/** Undefined where there is nothing, also below what is no directory. */
function statOf(absolute: string): Stats | undefined {
  try {
    return lstatSync(diskPath(absolute));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** A name that no file can have is the name of none. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && ABSENT.has(error.code);
}

/** Nearest existing directory above a path, links resolved. */
function realParent(path: string, absolute: string): string {
  for (let dir = dirname(absolute); ; dir = dirname(dir)) {
    try {
      return realpathSync(dir);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ELOOP")
        throw outside(path, "a link on the way leads in a circle");
      if (!isAbsent(error) || dir === dirname(dir)) throw error;
    }
  }
}

function outside(path: string, why: string): UserError {
  return new UserError(`the path "${path}" cannot be used: ${why}`, {
    code: "path-outside",
    exit: EXIT.refused,
    next: ["name a regular file inside the repository, outside .git"],
  });
}

/** A path as typed in the directory gtd was started in, relative to the repository root. Throws outside it. */
export function repositoryPath(repo: Repository, typed: string): string {
  const absolute = resolve(join(repo.root, repo.prefix), typed);
  const inside = relative(repo.root, absolute);
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    throw outside(typed, "it does not lie in the working tree");
  return inside.split(sep).join("/");
}

/** What the shell has opened for the command, as in `<(…)`, and what is always empty. */
const OPENED = /^\/(?:dev\/(?:fd\/|stdin$|null$)|proc\/)/;

/**
 * Text of a file that is named on the command line, wherever it lies. What is no file is refused and not opened, because
 * a pipe that nobody writes into would be waited for; one that the shell has opened is read to its end. Throws what the system says.
 */
export function readNamedFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() && !OPENED.test(path)) throw new Error(`"${path}" is ${describeKind(stats)}`);
  return readFileSync(path, "utf8");
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  return stats.isFIFO() ? "a named pipe, which is not waited for" : "no regular file";
}
