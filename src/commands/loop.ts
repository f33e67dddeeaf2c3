import { driveLoop, haltCode, hasBusiness, type LoopOptions } from "../driver/loop.ts";
import { openEditor } from "../driver/editor.ts";
import type { Halt, LoopEvent } from "../driver/events.ts";
import { eventJson, renderEvent } from "../driver/render-event.ts";
import { openScreen, type Screen } from "../driver/screen.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { edgeOf, renderEdges } from "../report/edges.ts";
import { isRefusal } from "../report/outcome.ts";
import { outcomeJson, renderOutcome } from "../report/outcome-text.ts";
import { renderJson, sanitizeText } from "../report/sanitize.ts";
import { nextName } from "../report/suggest.ts";
import { report, type Context } from "../runtime/context.ts";
import { describeRest } from "../runtime/describe.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import type { Project } from "../runtime/project.ts";
import { refusalError } from "../runtime/refusal.ts";
import { readRest, type Rest } from "../runtime/rest.ts";
import { step } from "../runtime/step.ts";

export interface LoopCommandOptions extends Omit<LoopOptions, "signal" | "onEvent" | "edit"> {
  readonly agent?: string;
  readonly exitCode?: boolean;
  readonly dryRun?: boolean;
  readonly edit?: boolean;
}

/** `gtd loop`, and `gtd` alone: drives the workflow until a human is needed or it is settled. */
export async function loopCommand(context: Context, options: LoopCommandOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "loop");
  const opened = await openProject(context, repo);
  const project: Project =
    options.agent === undefined ? opened : { ...opened, settings: { ...opened.settings, agent: options.agent } };
  if (options.until !== undefined && !project.workflow.states.has(options.until))
    throw noSuchState(project, options.until);
  if (options.dryRun === true) return foretellBeat(context, project, options);
  const { edit, ...rest } = options;
  const voice = openVoice(context);
  try {
    const halt = await driveLoop(project, {
      ...rest,
      ...(edit === true ? { edit: (file: string) => openEditor(project, file) } : {}),
      signal: context.signal,
      onEvent: voice.tell,
    });
    voice.close();
    if (!context.json) await showRest(context, project, halt);
    return haltCode(halt, options.exitCode === true);
  } finally {
    voice.close();
  }
}

/** How the loop is told: as JSON, with a live line on a terminal, or in plain lines. */
function openVoice(context: Context): Screen {
  const { stderr } = process;
  if (context.json) {
    return {
      tell: (event: LoopEvent) => {
        const json = eventJson(event);
        if (json !== undefined) context.out(`${renderJson(json)}\n`);
      },
      close: () => {},
    };
  }
  const lively = stderr.isTTY && !context.env["CI"] && context.env["TERM"] !== "dumb";
  if (lively) return openScreen({ write: context.err, columns: () => stderr.columns || 80 });
  return { tell: (event) => context.err(sanitizeText(renderEvent(event))), close: () => {} };
}

function noSuchState(project: Project, name: string): UserError {
  const names = [...project.workflow.states.keys()];
  return new UserError(`the workflow has no state "${name}" to stop at`, {
    code: "unknown-state",
    exit: EXIT.usage,
    next: [...nextName(name, names, "gtd loop --until"), `the states are: ${names.join(", ")}`],
  });
}

/** Where the loop rests now: the message of a human gate with what each row does, and the file to open. */
async function showRest(context: Context, project: Project, halt: Halt): Promise<void> {
  if (halt.reason !== "human" && halt.reason !== "settled") return;
  const rest = await readRest(project.repo, project);
  const { content, file, mode } = await describeRest(rest);
  const answer = mode === "qa" || mode === "review" ? "  # or, at the terminal: gtd answer" : "";
  const open = file === undefined ? "" : `\nfile: ${file}${answer}\n`;
  context.out(sanitizeText(`${content.trimEnd()}\n${open}\n${renderEdges(rest.state.rows.map(edgeOf))}`));
}

/** What the human left is taken first: where that leads. */
async function foretellStep(
  context: Context,
  project: Project,
  { state, actor }: Rest,
  { allowLarge = false, allowLink = false }: LoopCommandOptions,
): Promise<ExitCode> {
  const options = { actor, attempt: false, dryRun: true, allowLarge, allowLink };
  const outcome = await step(project.repo, () => Promise.resolve(project), options);
  if (isRefusal(outcome)) throw refusalError(outcome);
  report(
    context,
    outcomeJson(outcome, {}),
    `${state.name} (${actor}) would take what is pending:\n\n${renderOutcome(outcome)}`,
  );
  return EXIT.done;
}

/** `--dry-run`: what the next beat would run. */
async function foretellBeat(context: Context, project: Project, options: LoopCommandOptions): Promise<ExitCode> {
  const rest = await readRest(project.repo, project);
  if (rest.state.content.kind === "message" && hasBusiness(rest, options))
    return foretellStep(context, project, rest, options);
  const { content } = await describeRest(rest);
  const { kind } = rest.state.content;
  const json = { state: rest.state.name, actor: rest.actor, kind, content };
  context.out(
    context.json
      ? `${renderJson(json)}\n`
      : sanitizeText(
          `${rest.state.name} (${rest.actor}) would ${{ prompt: "prompt the agent with", script: "run", message: "wait with", commit: "commit" }[kind]}:\n\n${content.trimEnd()}\n`,
        ),
  );
  return EXIT.done;
}
