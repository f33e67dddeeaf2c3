import { createInterface } from "node:readline";
import { decideColor } from "../report/color.ts";
import type { Context } from "../runtime/context.ts";

/** The context of this process: its directory, environment and streams. */
export function makeContext(argv: readonly string[]): Context {
  const interrupt = new AbortController();
  const { env } = process;
  quietBrokenPipes();
  const interactive = process.stdin.isTTY === true && process.stderr.isTTY === true && !env["CI"];
  return {
    cwd: process.cwd(),
    env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    json: argv.slice(0, argv.indexOf("--") < 0 ? argv.length : argv.indexOf("--")).includes("--json"),
    color: decideColor(env, process.stdout.isTTY === true),
    ...(interactive ? { confirm: askYesOrNo } : {}),
    // The handlers are set when somebody listens, so that a plain command still ends at once.
    get signal() {
      listenForInterrupts(interrupt);
      return interrupt.signal;
    },
  };
}

/** A reader that ends early, such as `head`, is no fault. */
function quietBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
  }
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
