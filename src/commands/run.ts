import { EXIT, type ExitCode } from "../errors.ts";
import { isRefusal } from "../report/outcome.ts";
import { outcomeJson, renderOutcome } from "../report/outcome-text.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { refusalError } from "../runtime/refusal.ts";
import { runScript } from "../runtime/script.ts";

export interface RunCommandOptions {
  readonly allowLarge?: boolean;
  readonly allowLink?: boolean;
}

/** `gtd run`: runs the resting script and steps its actor with the exit. The script's output goes to stderr. */
export async function runCommand(context: Context, options: RunCommandOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "run");
  const { outcome } = await runScript(repo, () => openProject(context, repo), {
    allowLarge: options.allowLarge ?? false,
    allowLink: options.allowLink ?? false,
    onOutput: (chunk) => context.err(sanitizeText(chunk)),
    signal: context.signal,
  });
  if (isRefusal(outcome)) throw refusalError(outcome);
  report(context, outcomeJson(outcome, {}), renderOutcome(outcome));
  return EXIT.done;
}
