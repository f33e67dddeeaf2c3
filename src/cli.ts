import type { ExitCode } from "./errors.ts";
import type { Context } from "./runtime/context.ts";
import { makeContext } from "./cli/terminal.ts";
import { takeShortRoad } from "./cli/short-road.ts";

/** Runs one command line and sets the exit code; the only place that catches and prints errors. */
async function main(argv: readonly string[]): Promise<void> {
  const context = makeContext(argv);
  try {
    const run = takeShortRoad(argv) ?? (await longRoad(argv));
    process.exitCode = await run(context);
  } catch (error) {
    const { reportError } = await import("./cli/report-error.ts");
    process.exitCode = reportError(error, context);
  }
}

async function longRoad(argv: readonly string[]): Promise<(context: Context) => Promise<ExitCode>> {
  const { runProgram } = await import("./cli/program.ts");
  return (context) => runProgram(argv, context);
}

void main(process.argv.slice(2));
