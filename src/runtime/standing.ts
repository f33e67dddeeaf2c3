import { followRow } from "../engine/decide.ts";
import { countRetry, type RetryCount } from "../engine/trace.ts";
import type { DecideInput, Row } from "../engine/types.ts";
import { edgeOf } from "../report/edges.ts";
import type { Standing, StandingRow } from "../report/standing.ts";
import type { StatusReport } from "../report/status.ts";
import { judgeFile } from "./judge-file.ts";
import type { Rest } from "./rest.ts";
import { processTotals } from "./totals.ts";
import type { View } from "./view.ts";

/** What a person wants to know of a rest beyond the document of `gtd status`; starts no process. */
export async function readStanding(rest: Rest, view: View, status: StatusReport): Promise<Standing> {
  const file = await judgeFile(rest, view);
  return {
    status,
    rows: rowsOf(view),
    retries: retriesOf(rest),
    totals: processTotals(rest.project.workflow, rest.position.process),
    ...(file === undefined ? {} : { file }),
    windowClosed: rest.state.window !== undefined && rest.snapshot.window === undefined,
  };
}

function rowsOf({ input, decision }: View): readonly StandingRow[] {
  const rows = input.workflow.states.get(input.state)?.rows ?? [];
  return rows.map((row) => standingRow(input, row, "row" in decision && decision.row === row));
}

function standingRow(input: DecideInput, row: Row, fires: boolean): StandingRow {
  const led = followRow(input, row);
  if (!("to" in led)) return { edge: edgeOf(row), fires, redirects: [] };
  const label = input.workflow.states.get(led.to)?.label;
  const known = label === undefined || label.includes("<%") ? {} : { label };
  return { edge: edgeOf(row), fires, to: led.to, ...known, redirects: led.redirects };
}

function retriesOf({ project, position, state }: Rest): readonly RetryCount[] {
  const { workflow } = project;
  const targets = new Set(state.rows.flatMap(({ target }) => ("to" in target ? [target.to] : [])));
  return [...workflow.states.keys()]
    .map((name) => countRetry(workflow, position.trace, name))
    .filter((one) => one !== undefined)
    .filter((one) => one.entries > 0 || targets.has(one.state));
}
