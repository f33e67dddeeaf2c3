import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as pause } from "node:timers/promises";
import { listLogs, type LogFile } from "../driver/logs.ts";
import { readLoopHolder } from "../driver/loop-lock.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import type { Repository } from "../git/types.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { report, type Context } from "../runtime/context.ts";
import { openRepository } from "../runtime/open.ts";

export interface LogsOptions {
  readonly number?: number;
  readonly follow?: boolean;
  readonly list?: boolean;
}

const CHUNK = 1 << 16;
const LOOK = 200;

/** `gtd logs`: the log of the latest turn, or of one with a number; `-f` goes on while the loop does. */
export async function logsCommand(context: Context, { number, follow, list }: LogsOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  if (context.json && follow === true) throw followIsText();
  const all = listLogs(repo);
  const logs = number === undefined ? all : all.filter((log) => log.number === number);
  const chosen = logs.at(-1);
  if (follow === true) return followLoop(context, repo, chosen);
  if (number !== undefined && chosen === undefined) throw noLog(number, all);
  if (list === true || context.json) {
    const text = logs.map((log) => `${log.number}\t${log.state}\t${log.bytes} bytes\n`).join("");
    report(context, { logs }, text === "" ? "there are no logs yet\n" : sanitizeText(text));
    return EXIT.done;
  }
  if (chosen === undefined) throw noLog(number, all);
  print(context, chosen, 0);
  return EXIT.done;
}

function followIsText(): UserError {
  return new UserError('"--follow" prints what comes as it comes, which is no JSON', {
    code: "usage",
    exit: EXIT.usage,
    next: ["gtd logs --follow  # as text", "gtd loop --json  # tells a loop's events as JSON"],
  });
}

/** Prints what comes, of this log and of those after it, until the loop halts or the user interrupts. */
async function followLoop(context: Context, repo: Repository, first: LogFile | undefined): Promise<ExitCode> {
  let now = first;
  let at = now === undefined ? 0 : print(context, now, 0);
  for (;;) {
    // Asked before the last look, so that nothing of the last turn is missed.
    const over = readLoopHolder(repo) === undefined;
    for (const log of listLogs(repo)) {
      if (now !== undefined && log.number < now.number) continue;
      if (now === undefined || log.number > now.number) at = 0;
      now = log;
      at = print(context, log, at);
    }
    if (over || context.signal.aborted) return over ? EXIT.done : EXIT.interrupted;
    await pause(LOOK, undefined, { signal: context.signal }).catch(() => {});
  }
}

/** Prints a log from a place on; answers where it ended. */
function print(context: Context, { path }: LogFile, from: number): number {
  const buffer = Buffer.alloc(CHUNK);
  const decoder = new StringDecoder("utf8");
  let at = from;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    for (;;) {
      const size = readSync(descriptor, buffer, 0, CHUNK, at);
      if (size === 0) break;
      at += size;
      context.out(sanitizeText(decoder.write(buffer.subarray(0, size))));
    }
    return at;
  } catch {
    return at;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function noLog(number: number | undefined, logs: readonly LogFile[]): UserError {
  return new UserError(number === undefined ? "there are no logs yet" : `there is no log with the number ${number}`, {
    code: "no-log",
    exit: EXIT.refused,
    next: logs.length === 0 ? ["gtd  # writes one for each turn"] : ["gtd logs --list"],
  });
}
