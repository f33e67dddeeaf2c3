import type { Standing } from "../../../src/report/standing.ts";
import type { StatusReport } from "../../../src/report/status.ts";

export const STATUS: StatusReport = {
  state: "looking",
  actor: "human",
  kind: "message",
  label: "your look",
  changes: [],
  signals: [],
  next: null,
};

/** A standing at a human's gate, with other parts of it and of its document. */
export function standing(over: Partial<Standing> = {}, status: Partial<StatusReport> = {}): Standing {
  return {
    rows: [],
    retries: [],
    totals: { turns: 0, attempts: 0, unknown: { cost: 0, tokens: 0, duration: 0 } },
    windowClosed: false,
    ...over,
    status: { ...STATUS, ...status },
  };
}
