import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { isatty } from "node:tty";
import { EXIT, UserError } from "../errors.ts";
import { decideColor } from "../report/color.ts";
import type { Context } from "../runtime/context.ts";
import type { Prompter } from "../runtime/prompter.ts";

/** The context of this process: its directory, environment and streams. */
export function makeContext(argv: readonly string[]): Context {
  const interrupt = new AbortController();
  const { env } = process;
  const visible = isatty(1);
  const interactive = isatty(0) && isatty(2) && !env["CI"];
  return {
    // Read when a command asks for it, so that its absence is reported like any other error.
    get cwd() {
      return currentDirectory();
    },
    env,
    out: (text) => write("stdout", text, interrupt),
    err: (text) => write("stderr", text, interrupt),
    json: argv.slice(0, argv.indexOf("--") < 0 ? argv.length : argv.indexOf("--")).includes("--json"),
    color: decideColor(env, visible),
    ...(visible ? { columns: () => process.stdout.columns || 80 } : {}),
    ...(interactive ? { confirm: askYesOrNo } : {}),
    ...(interactive && canPrompt() ? { loadPrompter: () => loadPrompter(interrupt) } : {}),
    // The handlers are set when somebody listens, so that a plain command still ends at once.
    get signal() {
      listenForInterrupts(interrupt);
      return interrupt.signal;
    },
  };
}

type Output = "stdout" | "stderr";
/** Those that node's stream has taken over. */
const streams = new Set<Output>();

/** Straight to the descriptor while it takes all, which spares a command the making of a stream. */
function write(output: Output, text: string, interrupt: AbortController): void {
  const rest = streams.has(output) ? text : writeDirectly(output === "stdout" ? 1 : 2, Buffer.from(text));
  if (rest.length > 0) openStream(output, interrupt).write(rest);
}

/** Answers what was not taken; the stream finds out why, and waits where it must. */
function writeDirectly(descriptor: number, bytes: Buffer): Buffer {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(descriptor, bytes, at);
  } catch {
    // Told by the stream.
  }
  return bytes.subarray(at);
}

/**
 * A reader that ends early, such as `head`, is no fault: what runs is ended as by an interrupt, so that no agent is left
 * behind. Output that cannot be written otherwise is one.
 */
function openStream(output: Output, interrupt: AbortController): NodeJS.WriteStream {
  const stream = process[output];
  if (streams.has(output)) return stream;
  streams.add(output);
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" && listening.has(interrupt)) return interrupt.abort();
    if (error.code === "EPIPE") process.exit();
    if (output !== "stderr") process.stderr.write(`gtd: the output could not be written: ${error.message}\n`);
    process.exit(EXIT.unfit);
  });
  return stream;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new UserError("the directory that gtd was started in is gone", {
      code: "no-directory",
      exit: EXIT.unfit,
      next: ["go to a directory that is there, then run the command again"],
      cause,
    });
  }
}

/** The prompts need `styleText` of node:util, which came with 20.12. */
function canPrompt(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 20 || minor >= 12;
}

/** A signal ends a question as Ctrl-C does, so that the terminal is left as it was found. */
async function loadPrompter(interrupt: AbortController): Promise<Prompter> {
  listenForInterrupts(interrupt);
  return (await import("./prompter.ts")).makeTerminalPrompter(interrupt.signal);
}

function askYesOrNo(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.once("close", () => resolve(false));
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()));
      lines.close();
    });
  });
}

const listening = new WeakSet<AbortController>();

/** The first interrupt ends what runs and lets gtd say where it stands; the second ends gtd at once. */
function listenForInterrupts(interrupt: AbortController): void {
  if (listening.has(interrupt)) return;
  listening.add(interrupt);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (interrupt.signal.aborted) process.exit(130);
      interrupt.abort();
    });
  }
}
