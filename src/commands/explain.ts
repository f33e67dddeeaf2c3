import { decide, explainRows, hasTreeClause } from "../engine/decide.ts";
import { modeSignals, namedSignals } from "../checks/scenario.ts";
import { parseChange, type Supposition } from "../engine/hypothesis.ts";
import { SCRIPT_EVENTS, type DecideInput, type Workflow } from "../engine/types.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { workingPaths } from "../git/diff.ts";
import { explanationJson, renderExplanation } from "../report/explanation.ts";
import { nextName } from "../report/suggest.ts";
import { report, type Context } from "../runtime/context.ts";
import { judgeFile } from "../runtime/judge-file.ts";
import { openRest } from "../runtime/open.ts";
import type { Rest } from "../runtime/rest.ts";
import { viewPending } from "../runtime/view.ts";

export interface ExplainOptions {
  /** Hypothetical changes and signals: `A path`, `@name`, `C` for no change. */
  readonly if?: readonly string[];
  readonly at?: string;
}

/** `gtd explain`: each row in order, clause by clause, why it holds or not, and the outcome. */
export async function explainCommand(context: Context, options: ExplainOptions): Promise<ExitCode> {
  const rest = await openRest(context);
  const { input, file } =
    options.if === undefined && options.at === undefined
      ? await readPending(rest)
      : { input: await supposeInput(rest, options), file: undefined };
  const judged = file === undefined ? {} : { file };
  const explanation = { input, rows: explainRows(input), decision: decide(input), ...judged };
  const columns = context.columns?.();
  const terminal = { color: context.color, ...(columns === undefined ? {} : { columns }) };
  report(context, explanationJson(explanation), renderExplanation(explanation, terminal));
  return EXIT.done;
}

/** The turn that is pending, with what its steering file is worth. */
async function readPending(rest: Rest) {
  const view = await viewPending(rest, { everyRow: true });
  return { input: view.input, file: await judgeFile(rest, view) };
}

/** A turn that is only supposed: the given changes and signals at this or another state. */
async function supposeInput(rest: Rest, options: ExplainOptions): Promise<DecideInput> {
  const { workflow } = rest.project;
  const name = options.at ?? rest.state.name;
  const state = workflow.states.get(name);
  if (state === undefined || state.actor === undefined) {
    const known = [...workflow.states.values()].filter((one) => one.actor !== undefined).map((one) => one.name);
    throw new UserError(`"${name}" is no state that waits for an actor`, {
      code: "unknown-state",
      exit: EXIT.usage,
      next: [...nextName(name, known, "gtd explain --at"), `the states are: ${known.join(", ")}`],
    });
  }
  const supposed = (options.if ?? []).map((text) => parseSupposition(text, workflow));
  const changes = supposed.flatMap((one) => ("change" in one ? [one.change] : []));
  if (changes.length > 0 && supposed.some((one) => "clean" in one)) throw cleanWithChanges();
  const partial = {
    workflow,
    state: name,
    actor: state.actor,
    changes,
    signals: {
      events: supposed.flatMap((one) => ("event" in one ? [one.event] : [])),
      conditions: supposed.flatMap((one) => ("condition" in one ? [one.condition] : [])),
    },
    trace: rest.position.trace,
  };
  return hasTreeClause(partial) ? { ...partial, tree: await supposedTree(rest, partial.changes) } : partial;
}

function parseSupposition(text: string, workflow: Workflow): Supposition {
  const parsed = parseChange(text);
  if (parsed === undefined)
    throw new UserError(`"${text}" is neither a change, nor a signal, nor "C" for none`, {
      code: "usage",
      exit: EXIT.usage,
      next: ['gtd explain --if "A src/a.ts" "D .gtd/NEXT.md" @passed'],
    });
  if ("condition" in parsed && !knownSignals(workflow).includes(parsed.condition))
    throw unknownSignal(parsed.condition, workflow);
  return parsed;
}

function cleanWithChanges(): UserError {
  return new UserError('"C" says that nothing is pending, so no change stands beside it', {
    code: "usage",
    exit: EXIT.usage,
    next: ["gtd explain --if C", 'gtd explain --if "A src/a.ts" @passed'],
  });
}

/** Names that a script, a built-in mode or any row gives. */
function knownSignals(workflow: Workflow): readonly string[] {
  const names = new Set<string>(SCRIPT_EVENTS);
  for (const state of workflow.states.values())
    for (const name of modeSignals(workflow, state).concat(namedSignals(state))) names.add(name);
  return [...names];
}

function unknownSignal(name: string, workflow: Workflow): UserError {
  const known = knownSignals(workflow);
  return new UserError(`no state of the workflow knows the signal "@${name}"`, {
    code: "usage",
    exit: EXIT.usage,
    next: [
      ...nextName(name, known, "gtd explain --if @").map((line) => line.replace("@ ", "@")),
      `the signals are: ${known.map((one) => `@${one}`).join(", ")}`,
    ],
  });
}

async function supposedTree(rest: Rest, changes: DecideInput["changes"]): Promise<readonly string[]> {
  const tree = new Set(await workingPaths(rest.project.repo, rest.snapshot));
  for (const { status, path } of changes) {
    if (status === "D") tree.delete(path);
    else tree.add(path);
  }
  return [...tree];
}
