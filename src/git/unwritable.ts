import { EXIT, UserError } from "../errors.ts";

const FULL = new Set(["ENOSPC", "EDQUOT"]);
const UNWRITABLE = new Set(["EROFS", "EACCES", "EPERM", "EIO", "EEXIST", "ENOTDIR", "EISDIR", "EMFILE", "ENFILE"]);

/**
 * A failure of the file system at `path` in the git directory as the refusal that a person reads (exit 6): `disk-full`,
 * else `git-directory`. Anything that is no such failure comes back as it is.
 */
export function explainUnwritable(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof UserError || !("code" in error) || !("syscall" in error))
    return error;
  const full = FULL.has(String(error.code));
  if (!full && !UNWRITABLE.has(String(error.code))) return error;
  return new UserError(
    full
      ? `the disk is full: gtd cannot write into "${path}", so nothing was changed`
      : `gtd cannot write into "${path}", so nothing was changed`,
    {
      code: full ? "disk-full" : "git-directory",
      exit: EXIT.unfit,
      detail: error.message,
      next: full
        ? ["free some space, then run the command again"]
        : ["make the git directory writable, then run the command again"],
      cause: error,
    },
  );
}
