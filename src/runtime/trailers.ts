import type { Signals, Turn } from "../engine/types.ts";
import { processCost } from "./cost.ts";
import type { Rest } from "./rest.ts";
import type { Figures, StepOptions } from "./step-options.ts";

export type Trailer = readonly [name: string, value: string];

/** Trailers that every turn and squash carries: which workflow and which configuration decided. */
export function definitionTrailers(rest: Rest): readonly Trailer[] {
  const { hash, configHash } = rest.project.workflow;
  return [
    ["Gtd-Workflow", hash],
    ["Gtd-Config", configHash],
  ];
}

export function figureTrailers(figures: Figures): readonly Trailer[] {
  const { cost, model, tokens, duration, session } = figures;
  return present([
    ["Gtd-Cost", cost === undefined ? undefined : [String(cost), model].filter((part) => part !== undefined).join(" ")],
    ["Gtd-Tokens", tokens],
    ["Gtd-Duration", duration],
    ["Gtd-Session", session],
  ]);
}

/** Trailers of a squash: what the collapsed process was, so that the one commit can be audited. */
export function squashTrailers(rest: Rest): readonly Trailer[] {
  const { process, trace } = rest.position;
  const turns = process.filter((turn) => !turn.attempt);
  const retries = [...rest.project.workflow.states.values()].flatMap((state) => {
    const entries = state.retry === undefined ? 0 : trace.filter((name) => name === state.name).length;
    return entries === 0 ? [] : [`${state.name}=${entries}`];
  });
  const signer = [...process].reverse().find((turn) => isHumanTurn(rest, turn))?.commit.committer;
  return [
    ...definitionTrailers(rest),
    ...present([
      ["Gtd-History", rest.snapshot.tip ?? undefined],
      ["Gtd-Turns", String(turns.length)],
      ["Gtd-Retries", retries.length === 0 ? undefined : retries.join(" ")],
    ]),
    ...processCost(process).byModel.map(({ model, cost }): Trailer => [
      "Gtd-Total-Cost",
      model === "" ? String(cost) : `${cost} ${model}`,
    ]),
    ...present([
      ["Gtd-Exit", [...process].reverse().flatMap((turn) => turn.trailers.get("Gtd-Exit") ?? [])[0]],
      ["Gtd-Signed-Off", signer === undefined ? undefined : `${signer.name} <${signer.email}>`],
    ]),
  ];
}

/** A human acts where a message waits. */
function isHumanTurn(rest: Rest, turn: Turn): boolean {
  return rest.project.workflow.states.get(turn.from)?.content.kind === "message";
}

function present(trailers: readonly (readonly [string, string | undefined])[]): readonly Trailer[] {
  return trailers.flatMap(([name, value]): readonly Trailer[] => (value === undefined ? [] : [[name, value]]));
}

/** Trailers that say what a turn went by: its signals and, for a script, its exit and the tree it ran on. */
export function turnTrailers(
  options: Pick<StepOptions, "exit" | "checkedTree">,
  { events, conditions }: Signals,
): readonly Trailer[] {
  const signals = [...events, ...conditions];
  return [
    ...(options.exit === undefined ? [] : [["Gtd-Exit", String(options.exit)] as const]),
    ...(options.checkedTree === undefined ? [] : [["Gtd-Checked-Tree", options.checkedTree] as const]),
    ...(signals.length === 0 ? [] : [["Gtd-Signals", signals.join(" ")] as const]),
  ];
}
