import { matchRow } from "../engine/row.ts";
import type { Change } from "../engine/types.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { edgeOf } from "../report/edges.ts";
import { renderJson } from "../report/sanitize.ts";
import type { StatusReport } from "../report/status.ts";
import type { Context } from "../runtime/context.ts";
import { processCost } from "../runtime/cost.ts";
import { describeHandle } from "../runtime/describe.ts";
import { openRest } from "../runtime/open.ts";
import type { Rest } from "../runtime/rest.ts";
import { viewPending, type View } from "../runtime/view.ts";

/** `gtd status`: the state, the awaited actor, what is pending, and where a step would lead. */
export async function statusCommand(context: Context): Promise<ExitCode> {
  const rest = await openRest(context);
  const view = await viewPending(rest, { everyRow: rest.snapshot.changes.length > 0 });
  const { file, mode, label, model, memory } = await describeHandle(rest);
  const cost = processCost(rest.position.process);
  const { position, snapshot, state } = rest;
  const edges = state.rows.map(edgeOf);
  const status: StatusReport = {
    state: state.name,
    actor: rest.actor,
    kind: state.content.kind,
    ...(label === undefined ? {} : { label }),
    changes: rest.snapshot.changes.map((change) => ({
      status: change.status,
      path: change.path,
      pattern: firstPattern(rest, view, change),
    })),
    signals: [...view.input.signals.events, ...view.input.signals.conditions],
    next: nextOf(view),
    ...(model === undefined ? {} : { model }),
    ...(memory === undefined ? {} : { memory }),
    ...(file === undefined ? {} : { file }),
    ...(mode === undefined ? {} : { mode }),
    ...(cost.total === undefined ? {} : { cost: cost.total, costByModel: cost.byModel }),
    ...(edges.length === 0 ? {} : { edges }),
    ...(snapshot.window === undefined
      ? {}
      : {
          window: {
            base: snapshot.window.base,
            branch: snapshot.window.branch ?? "",
            tip: snapshot.window.tip,
            ...(snapshot.window.stashed === true ? { stashed: true } : {}),
          },
        }),
    ...(snapshot.left === undefined ? {} : { left: { branch: snapshot.left.branch ?? "", tip: snapshot.left.tip } }),
    ...(position.foreign.length === 0
      ? {}
      : {
          foreign: position.foreign.length,
          foreignCommits: position.foreign.map(({ hash, message }) => ({
            commit: hash,
            subject: message.split("\n", 1)[0] ?? "",
          })),
        }),
    ...(position.unknownState === undefined ? {} : { unknownState: position.unknownState }),
    ...(snapshot.journal ? { journal: true } : {}),
  };
  context.out(context.json ? `${renderJson(status)}\n` : await renderFor(context, rest, view, status));
  return EXIT.done;
}

/** What only a person is shown is loaded for a person only. */
async function renderFor(context: Context, rest: Rest, view: View, status: StatusReport): Promise<string> {
  const [{ readStanding }, { renderStatus }] = await Promise.all([
    import("../runtime/standing.ts"),
    import("../report/status-text.ts"),
  ]);
  const columns = context.columns?.();
  const options = { color: context.color, ...(columns === undefined ? {} : { columns }) };
  return renderStatus(await readStanding(rest, view, status), options);
}

/** The first row that a change alone satisfies. */
function firstPattern(rest: Rest, view: View, change: Change): string | null {
  const input = { ...view.input, changes: [change] };
  const row = rest.state.rows.find((one) => {
    const result = matchRow(one, input);
    return result.holds && result.answers;
  });
  return row?.pattern.source ?? null;
}

/** The row that a step would fire, with where it would lead: a redirect by `retry` is followed. */
function nextOf({ decision }: View): StatusReport["next"] {
  switch (decision.kind) {
    case "stay":
      return null;
    case "refuse":
      return decision.reason === "by-row" ? edgeOf(decision.row) : null;
    case "advance":
    case "squash":
      return { ...edgeOf(decision.row), target: decision.to };
  }
}
