import { parseDuration } from "../compiler/duration.ts";
import type { ContentKind, Turn, Workflow } from "../engine/types.ts";
import type { Totals } from "../report/totals.ts";
import { processCost } from "./cost.ts";

/** Sums what the turns of a process took, by their trailers and the times of their commits. */
export function processTotals(workflow: Workflow, process: readonly Turn[]): Totals {
  const cost = processCost(process);
  const tokens = sum(process.map(tokensOf));
  const work = sum(process.map(durationOf));
  const [first, last] = [process[0]?.commit.time, process.at(-1)?.commit.time];
  const elapsed = first === undefined || last === undefined ? 0 : (last - first) * 1000;
  const lacking = (kinds: readonly ContentKind[], figure: (turn: Turn) => unknown): number =>
    process.filter((turn) => kinds.some((kind) => kind === kindOf(workflow, turn)) && figure(turn) === undefined)
      .length;
  return {
    turns: process.filter((turn) => !turn.attempt).length,
    attempts: process.filter((turn) => turn.attempt).length,
    ...(elapsed <= 0 ? {} : { elapsed }),
    ...(work === undefined ? {} : { work }),
    ...(cost.total === undefined ? {} : { cost: cost.total, costByModel: cost.byModel }),
    ...(tokens === undefined ? {} : { tokens }),
    unknown: {
      cost: lacking(["prompt"], (turn) => processCost([turn]).total),
      tokens: lacking(["prompt"], tokensOf),
      duration: lacking(["prompt", "script"], durationOf),
    },
  };
}

/** What the state carried that a turn was taken at; undefined where the workflow no longer has it. */
export function kindOf(workflow: Workflow, turn: Turn): ContentKind | undefined {
  return workflow.states.get(turn.from)?.content.kind;
}

/** Whole tokens of a turn, as its trailer says. */
export function tokensOf(turn: Turn): number | undefined {
  const text = turn.trailers.get("Gtd-Tokens")?.at(-1) ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Milliseconds of a turn, as its trailer says. */
export function durationOf(turn: Turn): number | undefined {
  return parseDuration(turn.trailers.get("Gtd-Duration")?.at(-1) ?? "");
}

function sum(figures: readonly (number | undefined)[]): number | undefined {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length === 0 ? undefined : known.reduce((all, one) => all + one, 0);
}
