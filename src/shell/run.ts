import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

import { keepOutput } from "./cut-text.ts";
import { endGroup, signalGroup } from "./group.ts";
import { openPlumbing } from "./plumbing.ts";
import type { Plumbing } from "./plumbing.ts";

export type OutputStream = "stdout" | "stderr";

export interface CommandOptions {
  /** Text for the shell, or a program with its arguments. */
  readonly command: string | readonly string[];
  /** Runs a command given as text; default `bash`. */
  readonly shell?: string;
  readonly cwd: string;
  /** The whole environment of the child (a shell without SHLVL gets one). */
  readonly env: NodeJS.ProcessEnv;
  /** Fed and closed; without it the command reads from nothing. */
  readonly stdin?: string;
  /** Milliseconds; then the whole group is ended. */
  readonly timeout?: number;
  /** Milliseconds between TERM and KILL; default 5 s. */
  readonly grace?: number;
  /** Bytes of output kept, head and tail; default 1 MiB. */
  readonly limit?: number;
  /** Ends the whole group. */
  readonly signal?: AbortSignal;
  /** `together` gives both streams one pipe, in the order they were written, all as stdout; default for text, `apart` for a list. */
  readonly streams?: "together" | "apart";
  /** Called once with the process id, which names the group too. */
  readonly onStart?: (pid: number) => void;
  /** Called with whole characters as they come. */
  readonly onOutput?: (chunk: string, stream: OutputStream) => void;
}

/** How a command ended; a failing one is data, never a throw. */
export interface CommandResult {
  /** Null when a signal ended it or it never started. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** Why it never started: no such program or shell, no such directory, too long an argument. */
  readonly spawnError?: NodeJS.ErrnoException;
  /** Both streams as they came, cut in the middle over the limit. */
  readonly output: string;
  /** Bytes cut out of `output`. */
  readonly omitted: number;
}

const DEFAULTS = { shell: "bash", grace: 5000, limit: 1 << 20 } as const;
/** What the command has written is here by then; a child that outlived it and holds the pipe is not waited for. */
const DRAIN_MS = 500;
/** The longest time that node's timers take; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Runs a command in its own process group and waits for its end; on time-out or abort the group is sent TERM, after
 * the grace KILL, and awaited. A group that still runs when this process exits is killed.
 */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const kept = keepOutput(options.limit ?? DEFAULTS.limit);
  const end = (part: Partial<CommandResult>): CommandResult => ({
    code: null,
    signal: null,
    timedOut: false,
    ...part,
    output: kept.render(),
    omitted: kept.omitted(),
  });
  if (options.signal?.aborted === true) return end({});
  const started = startCommand(options);
  if ("spawnError" in started) return end(started);
  const { child, readers } = started;
  const drained = Promise.all(
    readers.map((reader, index) =>
      drain(reader, (chunk) => {
        kept.add(chunk);
        options.onOutput?.(chunk, index === 0 ? "stdout" : "stderr");
      }),
    ),
  );
  const exited = await superviseChild(child, options);
  if (!(await settlesWithin(drained, DRAIN_MS))) for (const reader of readers) reader.destroy();
  return end(exited);
}

interface Started {
  readonly child: ChildProcess;
  readonly readers: readonly Readable[];
}

function startCommand(options: CommandOptions): Started | { readonly spawnError: NodeJS.ErrnoException } {
  const { command, cwd, env, stdin } = options;
  const text = typeof command === "string";
  const [program, ...args] = text ? [options.shell ?? DEFAULTS.shell, "-c", command] : command;
  if (program === undefined) return { spawnError: new Error("the command is empty") };
  // Node blames the program when the directory is missing.
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) return { spawnError: missingDirectory(cwd) };
  let plumbing: Plumbing | undefined;
  try {
    plumbing = openPlumbing((options.streams ?? (text ? "together" : "apart")) === "together" ? 1 : 2, stdin);
    // A bash that takes itself for the first one may read ~/.bashrc.
    const child = spawn(program, args, {
      cwd,
      env: text ? { SHLVL: "1", ...env } : env,
      detached: true,
      stdio: [...plumbing.stdio],
    });
    return { child, readers: plumbing.readers };
  } catch (error) {
    for (const reader of plumbing?.readers ?? []) reader.destroy();
    return { spawnError: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    plumbing?.release();
  }
}

function missingDirectory(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`there is no directory "${path}"`), { code: "ENOENT", syscall: "chdir", path });
}

async function drain(reader: Readable, onText: (text: string) => void): Promise<void> {
  const decoder = new StringDecoder("utf8");
  const pass = (text: string): void => {
    if (text !== "") onText(text);
  };
  reader.on("data", (chunk: Buffer) => pass(decoder.write(chunk)));
  await new Promise<void>((resolve) => {
    reader.once("error", () => resolve());
    reader.once("close", () => resolve());
  });
  pass(decoder.end());
}

/** Waits for the child's end, and sees to it on time-out and abort. */
async function superviseChild(child: ChildProcess, options: CommandOptions): Promise<Partial<CommandResult>> {
  const { pid } = child;
  const ended = new Promise<Partial<CommandResult>>((resolve) => {
    child.once("error", (spawnError) => resolve({ spawnError }));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  if (pid === undefined) return ended;
  options.onStart?.(pid);
  let timedOut = false;
  let ending: Promise<void> | undefined;
  const stop = (): void => {
    ending ??= endGroup(pid, options.grace ?? DEFAULTS.grace);
  };
  const kill = (): void => signalGroup(pid, "SIGKILL");
  const timer =
    options.timeout === undefined
      ? undefined
      : setTimeout(
          () => {
            timedOut = true;
            stop();
          },
          Math.min(options.timeout, LONGEST_MS),
        );
  options.signal?.addEventListener("abort", stop, { once: true });
  process.once("exit", kill);
  const result = await ended;
  clearTimeout(timer);
  options.signal?.removeEventListener("abort", stop);
  await ending;
  process.removeListener("exit", kill);
  return { ...result, timedOut };
}

async function settlesWithin(promise: Promise<unknown>, within: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), within);
  });
  const settled = await Promise.race([promise.then(() => true as const), late]);
  clearTimeout(timer);
  return settled;
}
