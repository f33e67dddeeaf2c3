import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { EXIT, UserError } from "../errors.ts";
import { quotePath } from "../report/sanitize.ts";
import { listGit } from "./client.ts";
import { diskPath } from "./file-name.ts";
import { GITLINK, SYMLINK } from "./tree-changes.ts";
import type { CaptureOptions, Repository, TreeChange } from "./types.ts";

/** Throws `embedded-repository` (exit 6) for new paths that are directories: a repository inside this one. */
export async function checkEmbedded(repo: Repository, paths: readonly string[]): Promise<void> {
  const directories = paths.filter((path) =>
    lstatSync(diskPath(join(repo.root, path)), { throwIfNoEntry: false })?.isDirectory(),
  );
  if (directories.length === 0) return;
  const known = await readSubmodulePaths(repo);
  const embedded = directories.filter((path) => !known.has(path));
  const [first] = embedded;
  if (first === undefined) return;
  throw accident(
    "embedded-repository",
    `"${first}" is a repository inside this one, so its files cannot be captured`,
    embedded,
    [
      `git submodule add <url> "${first}"  # when it is meant to be there`,
      `echo "/${first}/" >> .git/info/exclude  # when it is not`,
    ],
  );
}

/** Throws `link-outside` or `file-too-large` (exit 6) for what looks like an accident among the new files. */
export function checkNewFiles(repo: Repository, changes: readonly TreeChange[], options: CaptureOptions): void {
  const links = options.allowLink
    ? []
    : changes.filter(
        (change) => change.after?.mode === SYMLINK && change.before?.mode !== SYMLINK && leaves(repo, change.path),
      );
  if (links[0]) {
    throw accident(
      "link-outside",
      `"${links[0].path}" is a link that leaves the repository`,
      links.map(({ path }) => path),
      ["run the command again with --allow-link  # when it is meant to", `rm "${links[0].path}"`],
    );
  }
  if (options.allowLarge) return;
  const large = changes.flatMap(({ path, before, after }) => {
    const bytes = before === null && after !== null && after.mode !== GITLINK ? sizeOf(repo, path) : 0;
    return bytes > options.limit ? [{ path, bytes }] : [];
  });
  if (large[0]) {
    throw accident(
      "file-too-large",
      `"${large[0].path}" has ${large[0].bytes} bytes, over the limit of ${options.limit}`,
      large.map(({ path }) => path),
      [
        "run the command again with --allow-large  # when it is meant to be kept",
        `echo "/${large[0].path}" >> .gitignore  # when it is not`,
      ],
    );
  }
}

function accident(code: string, message: string, paths: readonly string[], next: readonly string[]): UserError {
  return new UserError(message, {
    code,
    exit: EXIT.unfit,
    next,
    ...(paths.length > 1 ? { detail: paths.map(quotePath).join("\n") } : {}),
  });
}

function sizeOf(repo: Repository, path: string): number {
  return lstatSync(diskPath(join(repo.root, path)), { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether a link leads out of the working tree or into the git directory, by its text and by where it ends. */
function leaves(repo: Repository, path: string): boolean {
  const at = join(repo.root, path);
  let target: string;
  try {
    target = resolve(dirname(at), readlinkSync(diskPath(at)));
  } catch {
    return false;
  }
  if (isOutside(repo.root, target)) return true;
  try {
    return isOutside(repo.root, realpathSync(diskPath(at)));
  } catch {
    return false;
  }
}

function isOutside(root: string, target: string): boolean {
  const segments = relative(root, target).split(sep);
  return segments[0] === ".." || segments[0] === ".git";
}

async function readSubmodulePaths(repo: Repository): Promise<Set<string>> {
  try {
    const output = await listGit(repo, [
      "config",
      "--file",
      join(repo.root, ".gitmodules"),
      "-z",
      "--get-regexp",
      "^submodule\\..*\\.path$",
    ]);
    return new Set(output.split("\0").map((entry) => entry.slice(entry.indexOf("\n") + 1)));
  } catch {
    return new Set();
  }
}
