import { trailerFault } from "../engine/trailers.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { isRefusal } from "../report/outcome.ts";
import { outcomeJson, renderOutcome } from "../report/outcome-text.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { readNamedFile } from "../runtime/paths.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { refusalError } from "../runtime/refusal.ts";
import { step } from "../runtime/step.ts";
import type { Figures, StepOptions } from "../runtime/step-options.ts";

export interface StepCommandOptions {
  readonly exit?: number | "timeout";
  /** A file that holds the script's output. */
  readonly output?: string;
  readonly cost?: number;
  readonly model?: string;
  readonly tokens?: string;
  readonly duration?: string;
  readonly session?: string;
  readonly attempt?: boolean;
  readonly dryRun?: boolean;
  readonly allowLarge?: boolean;
  readonly allowLink?: boolean;
}

/** `gtd step [actor]`: captures the pending changes as one turn. */
export async function stepCommand(context: Context, actor: string, options: StepCommandOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  if (options.dryRun !== true) refuseInsideTurn(context, repo, "step");
  const figures = figuresOf(actor, options);
  const outcome = await step(repo, () => openProject(context, repo), { ...stepOptions(options), actor, figures });
  if (isRefusal(outcome)) throw refusalError(outcome);
  report(context, outcomeJson(outcome, pickFigures(figures)), renderOutcome(outcome));
  return EXIT.done;
}

function stepOptions(options: StepCommandOptions): Omit<StepOptions, "actor"> {
  const { exit, output, attempt, dryRun, allowLarge, allowLink } = options;
  if (output !== undefined && exit === undefined)
    throw usage(
      '"--output" needs "--exit": it is the output of a script that ended',
      "gtd step check --exit 1 --output out.log",
    );
  return {
    attempt: attempt ?? false,
    dryRun: dryRun ?? false,
    allowLarge: allowLarge ?? false,
    allowLink: allowLink ?? false,
    ...(exit === undefined ? {} : { exit }),
    ...(output === undefined ? {} : { output: readOutput(output) }),
  };
}

function figuresOf(actor: string, { cost, model, tokens, duration, session }: StepCommandOptions): Figures {
  if (model !== undefined && cost === undefined)
    throw usage('"--model" needs "--cost": it says whose cost it is', "gtd step agent --cost 0.42 --model opus");
  for (const [name, value] of Object.entries({ model, tokens, duration, session })) {
    if (value !== undefined && (value.trim() === "" || trailerFault(name, value) !== undefined))
      throw usage(`"--${name}" takes one line of text`, "gtd step --help");
  }
  if (tokens !== undefined && !/^\d{1,15}$/.test(tokens))
    throw usage(`"--tokens" takes a whole number, not "${tokens}"`, `gtd step ${actor} --tokens 12300`);
  if (duration !== undefined && !/^\d+(?:\.\d+)?(?:ms|s|m|h)$/.test(duration))
    throw usage(
      `"--duration" takes a number with "ms", "s", "m" or "h", not "${duration}"`,
      `gtd step ${actor} --duration 90s`,
    );
  return {
    ...(cost === undefined ? {} : { cost }),
    ...(model === undefined ? {} : { model }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(duration === undefined ? {} : { duration }),
    ...(session === undefined ? {} : { session }),
  };
}

function pickFigures({ cost, model }: Figures) {
  return { ...(cost === undefined ? {} : { cost }), ...(model === undefined ? {} : { model }) };
}

function readOutput(path: string): string {
  try {
    return readNamedFile(path);
  } catch (error) {
    throw new UserError(`the output file "${path}" cannot be read`, {
      code: "unreadable-file",
      exit: EXIT.usage,
      detail: error instanceof Error ? error.message : String(error),
      next: ["gtd step --help"],
      cause: error,
    });
  }
}

function usage(message: string, example: string): UserError {
  return new UserError(message, { code: "usage", exit: EXIT.usage, next: [example] });
}
