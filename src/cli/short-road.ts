import type { ExitCode } from "../errors.ts";
import type { Context } from "../runtime/context.ts";

type Run = (context: Context) => Promise<ExitCode>;

/**
 * What a plain `status`, `next`, `check` or `step [actor]`, with `--json` or without, runs: the commonest command lines, whose
 * start the parser and its thirty commands would double. Undefined for any other line: `program.ts` answers those, and
 * these too, the same way.
 */
export function takeShortRoad(argv: readonly string[]): Run | undefined {
  const [name, ...rest] = argv;
  const words = rest.filter((word) => word !== "--json");
  if (rest.length - words.length > 1 || words.some((word) => word.startsWith("-"))) return undefined;
  if (name === "step" && words.length <= 1)
    return async (context) => (await import("../commands/step.ts")).stepCommand(context, words[0] ?? "human", {});
  if (words.length > 0) return undefined;
  if (name === "status") return async (context) => (await import("../commands/status.ts")).statusCommand(context);
  if (name === "next") return async (context) => (await import("../commands/next.ts")).nextCommand(context);
  if (name === "check") return async (context) => (await import("../commands/check.ts")).checkCommand(context, {});
  return undefined;
}
