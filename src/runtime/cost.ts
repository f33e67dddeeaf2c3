import type { Turn } from "../engine/types.ts";

export interface Cost {
  /** Sum over all turns, in the unit that the agents report; undefined when no turn reports any. */
  readonly total?: number;
  readonly byModel: readonly { readonly model: string; readonly cost: number }[];
}

/** Sums the `Gtd-Cost: <n> [model]` trailers of turns. Models keep the order of their first turn; no model is "". */
export function processCost(turns: readonly Turn[]): Cost {
  const sums = new Map<string, number>();
  for (const turn of turns) {
    for (const value of turn.trailers.get("Gtd-Cost") ?? []) {
      const match = /^(\d+(?:\.\d+)?)(?:\s+(.+))?$/.exec(value);
      if (match?.[1] === undefined) continue;
      const model = match[2] ?? "";
      sums.set(model, (sums.get(model) ?? 0) + Number(match[1]));
    }
  }
  if (sums.size === 0) return { byModel: [] };
  const byModel = [...sums].map(([model, cost]) => ({ model, cost: round(cost) }));
  return { total: round(byModel.reduce((sum, one) => sum + one.cost, 0)), byModel };
}

/** Hides the noise of binary fractions; a millionth is below any price. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
