import type { SimpleGit, SimpleGitOptions } from "simple-git";
import { gitEnvironment } from "./environment.ts";
import { GitFailure } from "./failure.ts";
import { decodeNames, encodeName } from "./file-name.ts";
import { nameCase } from "./name-case.ts";
import type { Repository } from "./types.ts";

export interface GitCall {
  /** The index file to work on instead of the worktree's own. */
  readonly index?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What git reads from its standard input, names as `decodeNames` has them; never empty, an empty one would not be closed. */
  readonly input?: string | Buffer;
  /** Milliseconds after which the process is ended and the call rejects. */
  readonly timeout?: number;
  /** Bytes of output after which the process is ended; the call then rejects with the output so far. */
  readonly limit?: number;
}

/** Settings of a user that would change what a plumbing command does; given with `-c` to every call. */
const NEUTRAL = [
  "core.quotePath=false",
  "core.safecrlf=false",
  "core.splitIndex=false",
  "add.ignoreErrors=false",
  "advice.addEmbeddedRepo=false",
  "advice.addIgnoredFile=false",
  "advice.ignoredHook=false",
  "i18n.commitEncoding=UTF-8",
  "i18n.logOutputEncoding=UTF-8",
  "color.ui=false",
  "color.diff=false",
  "diff.noprefix=false",
  "diff.mnemonicPrefix=false",
  "diff.relative=false",
  "diff.ignoreSubmodules=none",
  "diff.suppressBlankEmpty=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

// simple-git guards callers against arguments and variables of strangers; here all of them are our own or the user's.
const TRUSTED: NonNullable<SimpleGitOptions["unsafe"]> = {
  allowAbbreviatedOptions: true,
  allowUnsafeAlias: true,
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCommandBinaries: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeDiffTextConv: true,
  allowUnsafeEditor: true,
  allowUnsafeExec: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGitProxy: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeInclude: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePack: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
  allowUnsafeSubmodule: true,
  allowUnsafeTemplateDir: true,
  allowUnsafeUrlRewrite: true,
};

/**
 * Runs git in the root of `repo` and answers its standard output. Rejects with `GitFailure` on any exit code but
 * 0, on a signal, and when git cannot be started. The one door to simple-git, loaded at the first call.
 */
export function runGit(repo: Repository, args: readonly string[], call: GitCall = {}): Promise<string> {
  return run(repo, args, call, (git, all) => git.raw(all));
}

/** The same for calls that print names: those that are no UTF-8 come as `decodeNames` has them. */
export async function listGit(repo: Repository, args: readonly string[], call: GitCall = {}): Promise<string> {
  const chunks: Buffer[] = [];
  await run(repo, args, call, (git, all) => git.raw(all), chunks);
  return decodeNames(Buffer.concat(chunks));
}

/** `git cat-file` with raw bytes as its answer. */
export function catFile(repo: Repository, args: readonly string[], call: GitCall = {}): Promise<Buffer> {
  return run(repo, args, call, async (git) => {
    const answer: unknown = await git.binaryCatFile([...args]);
    if (!Buffer.isBuffer(answer)) throw new TypeError("simple-git answered no bytes");
    return answer;
  });
}

/** Loads what the first of these calls needs, while git answers a read; a failure is told by that call. */
export function preloadGit(): void {
  import("simple-git").catch(() => {});
}

async function run<T>(
  repo: Repository,
  args: readonly string[],
  call: GitCall,
  work: (git: SimpleGit, args: string[]) => Promise<T>,
  chunks?: Buffer[],
): Promise<T> {
  const { simpleGit } = await import("simple-git");
  const env = gitEnvironment({ ...call.env, ...(call.index === undefined ? {} : { GIT_INDEX_FILE: call.index }) });
  const abort = new AbortController();
  const input = typeof call.input === "string" ? encodeName(call.input) : call.input;
  let failure: GitFailure | undefined;
  let cut: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    cut = () => {
      abort.abort();
      reject(new GitFailure(args, null, "", "it did not end in time", true));
    };
  });
  ended.catch(() => {});
  const git = simpleGit({
    baseDir: repo.root,
    unsafe: TRUSTED,
    allowEnvironment: Object.keys(env),
    completion: { onClose: true, onExit: false },
    abort: abort.signal,
    ...(input === undefined ? {} : { input: () => input }),
    errors: (error, { exitCode, stdOut, stdErr }) => {
      if (error === undefined && exitCode === 0) return undefined;
      failure = new GitFailure(args, exitCode, Buffer.concat(stdOut).toString(), Buffer.concat(stdErr).toString());
      return error ?? failure;
    },
  }).env(env);
  let timer: NodeJS.Timeout | undefined;
  git.outputHandler((_, stdout, stderr) => {
    // Without any output simple-git waits 50 ms for some to come; an empty chunk spares that.
    queueMicrotask(() => stderr.emit("data", Buffer.alloc(0)));
    let bytes = 0;
    if (chunks !== undefined) stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    if (call.limit !== undefined) {
      const { limit } = call;
      stdout.on("data", (chunk: Buffer) => {
        if ((bytes += chunk.length) > limit) abort.abort();
      });
    }
    if (call.timeout !== undefined) timer = setTimeout(() => cut?.(), call.timeout);
  });
  try {
    return await Promise.race([work(git, [...NEUTRAL, ...nameCase(repo), ...args]), ended]);
  } catch (error) {
    throw failure ?? error;
  } finally {
    clearTimeout(timer);
  }
}
