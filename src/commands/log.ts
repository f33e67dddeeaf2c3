import type { Turn, Workflow } from "../engine/types.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { countTouchedFiles, type Touched } from "../git/touched-files.ts";
import { renderLog, type LogLine, type LogTurn } from "../report/log.ts";
import { report, type Context } from "../runtime/context.ts";
import { processCost } from "../runtime/cost.ts";
import { openRest } from "../runtime/open.ts";
import { durationOf, kindOf, processTotals, tokensOf } from "../runtime/totals.ts";

export interface LogOptions {
  /** Only so many of the latest turns; default: all. */
  readonly turns?: number;
}

/** `gtd log`: the process turn by turn, and what it took. */
export async function logCommand(context: Context, { turns: most = Infinity }: LogOptions): Promise<ExitCode> {
  const { project, position, state } = await openRest(context);
  const { workflow, repo } = project;
  const shown = position.process.slice(-most);
  const touched = await countTouchedFiles(
    repo,
    shown.map((turn) => turn.commit.hash),
  );
  const lines = shown.map((turn): LogLine => logLine(workflow, turn, touched.get(turn.commit.hash)));
  const totals = processTotals(workflow, position.process);
  const columns = context.columns?.();
  const view = {
    turns: lines.map((line, at): LogTurn => ({ ...line, ...figuresOf(shown[at]) })),
    earlier: position.process.length - shown.length,
    totals,
    foreign: position.foreign.length,
  };
  const options = { color: context.color, now: new Date(), ...(columns === undefined ? {} : { columns }) };
  report(context, { state: state.name, turns: lines, totals }, renderLog(view, options));
  return EXIT.done;
}

function logLine(workflow: Workflow, turn: Turn, touched: Touched = { files: 0 }): LogLine {
  const one = (name: string): string | undefined => turn.trailers.get(name)?.at(-1);
  const fields = {
    kind: kindOf(workflow, turn),
    cost: one("Gtd-Cost"),
    tokens: one("Gtd-Tokens"),
    duration: one("Gtd-Duration"),
    exit: one("Gtd-Exit"),
  };
  const signals = one("Gtd-Signals")?.split(" ") ?? [];
  return {
    commit: turn.commit.hash,
    actor: turn.actor,
    from: turn.from,
    to: turn.to,
    time: new Date(turn.commit.time * 1000).toISOString(),
    ...touched,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(signals.length === 0 ? {} : { signals }),
    ...(turn.attempt ? { attempt: true as const } : {}),
  };
}

function figuresOf(turn: Turn | undefined): Omit<LogTurn, keyof LogLine> {
  if (turn === undefined) return { costs: [] };
  const [tokenCount, worked] = [tokensOf(turn), durationOf(turn)];
  return {
    costs: processCost([turn]).byModel,
    ...(tokenCount === undefined ? {} : { tokenCount }),
    ...(worked === undefined ? {} : { worked }),
  };
}
