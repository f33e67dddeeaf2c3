import { createInterface } from "node:readline";
import { isatty } from "node:tty";
import { decideColor } from "../report/color.ts";
import type { Context } from "../runtime/context.ts";

/** The context of this process: its directory, environment and streams. */
export function makeContext(argv: readonly string[]): Context {
  const interrupt = new AbortController();
  const { env } = process;
  const interactive = isatty(0) && isatty(2) && !env["CI"];
  return {
    cwd: process.cwd(),
    env,
    out: (text) => write(process.stdout, text),
    err: (text) => write(process.stderr, text),
    json: argv.slice(0, argv.indexOf("--") < 0 ? argv.length : argv.indexOf("--")).includes("--json"),
    color: decideColor(env, isatty(1)),
    ...(interactive ? { confirm: askYesOrNo } : {}),
    // The handlers are set when somebody listens, so that a plain command still ends at once.
    get signal() {
      listenForInterrupts(interrupt);
      return interrupt.signal;
    },
  };
}

type Output = typeof process.stdout | typeof process.stderr;
const quiet = new WeakSet<Output>();

/** Writes to a stream that is made at its first use; a reader that ends early, such as `head`, is no fault. */
function write(stream: Output, text: string): void {
  if (!quiet.has(stream)) {
    quiet.add(stream);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
  }
  stream.write(text);
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
