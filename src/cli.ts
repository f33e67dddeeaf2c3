import { makeContext } from "./cli/terminal.ts";
import { VERSION } from "./version.ts";

/** Runs one command line and sets the exit code; the only place that catches and prints errors. */
async function main(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    process.stdout.write(`${VERSION}\n`);
    return;
  }
  const context = makeContext(argv);
  try {
    const { runProgram } = await import("./cli/program.ts");
    process.exitCode = await runProgram(argv, context);
  } catch (error) {
    const { reportError } = await import("./cli/report-error.ts");
    process.exitCode = reportError(error, context);
  }
}

void main(process.argv.slice(2));
