import { EXIT, UserError } from "../errors.ts";

/** A git process that did not exit with 0. `code` is null when a signal ended it, negative when it never started. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  readonly args: readonly string[];
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was ended because its time was over. */
  readonly late: boolean;

  constructor(args: readonly string[], code: number | null, stdout: string, stderr: string, late = false) {
    super(`git ${commandOf(args)} failed with ${code ?? "a signal"}: ${stderr.trim() || "no output"}`);
    this.args = args;
    this.code = code;
    this.stdout = stdout;
    this.stderr = stderr;
    this.late = late;
  }
}

/** The command's name behind the options that come before it. */
function commandOf(args: readonly string[]): string {
  let at = 0;
  while (at < args.length && args[at]?.startsWith("-")) at += args[at] === "-c" ? 2 : 1;
  return args[at] ?? "";
}

interface Known {
  readonly pattern: RegExp;
  readonly code: string;
  readonly message: string;
  readonly next: readonly string[];
}

/** Failures that a person can mend at once, by what git prints under `LC_ALL=C`. */
const KNOWN: readonly Known[] = [
  {
    pattern: /ENOENT/,
    code: "git-missing",
    message: "git was not found on the PATH",
    next: ["install git 2.34 or newer"],
  },
  {
    pattern: /dubious ownership|unsafe repository/,
    code: "git-ownership",
    message: "git does not trust this repository, it belongs to another user",
    next: ['git config --global --add safe.directory "$PWD"'],
  },
  {
    pattern:
      /Please tell me who you are|empty ident name|unable to auto-detect email|no (name|email) was given|user\.useConfigOnly/i,
    code: "no-identity",
    message: "git does not know who you are, so nothing was committed",
    next: ['git config --global user.name "Your Name"', "git config --global user.email you@example.com"],
  },
  {
    pattern:
      /gpg failed to sign|failed to write commit object[\s\S]*sign|signing failed|ssh-keygen|Couldn't load public key|Load key|user\.signingkey|cannot run .*gpg/i,
    code: "signing-failed",
    message: "the commit could not be signed, so nothing was committed",
    next: ["git config commit.gpgsign", "git commit --allow-empty -m test  # shows the signer's own message"],
  },
  {
    pattern: /unknown repository extension|Expected git repo version/,
    code: "repository-format",
    message: "this git does not know the format of the repository",
    next: ["git --version", "install a git that knows it, then run the command again"],
  },
  {
    pattern: /No space left on device|ENOSPC/i,
    code: "disk-full",
    message: "the disk is full, nothing was moved",
    next: ["free some space, then run the command again"],
  },
  {
    pattern: /(?:HEAD|packed-refs|refs\/[^'"]*)\.lock/,
    code: "ref-locked",
    message: "another git process holds the lock of a branch or of HEAD, or left it behind",
    next: [
      "wait for it, then run the command again",
      "remove the lock file that is named above, once no git process runs",
    ],
  },
  {
    pattern:
      /index file (?:corrupt|smaller than expected|open failed)|bad index file|bad signature 0x|index uses .* extension/i,
    code: "index-damaged",
    message: "the index is damaged",
    next: [
      'rm "$(git rev-parse --git-path index)" && git reset  # makes it again from HEAD; every file stays as it is',
    ],
  },
  {
    pattern: /index\.lock|Another git process/i,
    code: "index-locked",
    message: "another git process holds the index",
    next: ["wait for it, then run the command again"],
  },
  {
    pattern: /Permission denied|Read-only file system|insufficient permission|EACCES|EROFS/i,
    code: "git-permission",
    message: "git may not read or write a file it needs",
    next: ["mend the file's permissions, then run the command again"],
  },
  {
    pattern:
      /bad object|unable to read|missing (blob|tree|commit)|invalid object|loose object .* corrupt|is corrupt|not a valid object/i,
    code: "git-object",
    message: "an object is missing from the repository or damaged",
    next: ["git fsck"],
  },
];

/**
 * A git failure as the refusal that a person reads (exit 6); anything but a `GitFailure` comes back as it is.
 * `doing` completes "git could not …".
 */
export function explainFailure(error: unknown, doing: string): unknown {
  if (!(error instanceof GitFailure)) return error;
  const known = KNOWN.find(({ pattern }) => pattern.test(error.stderr));
  const detail =
    error.stderr.trim() ||
    error.stdout.trim() ||
    `git ${commandOf(error.args)} ended with ${error.code ?? "a signal"} and said nothing`;
  return new UserError(known?.message ?? `git could not ${doing}`, {
    code: known?.code ?? "git-failed",
    exit: EXIT.unfit,
    detail,
    next: known?.next ?? ["mend what git says above, then run the command again"],
    cause: error,
  });
}

/** Runs `work` and turns a failing git into the refusal that a person reads. */
export async function explained<T>(doing: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explainFailure(error, doing);
  }
}
