import type { Row, Workflow } from "../engine/types.ts";
import type { KeyOf } from "./compare.ts";
import type { Taken } from "./play.ts";

export interface RowItem {
  readonly state: string;
  readonly row: Row;
}

/** Which rows of which states decided, and which retry caps turned a turn away. */
export interface Coverage {
  readonly rows: number;
  readonly fired: number;
  readonly missing: readonly RowItem[];
  readonly caps: number;
  readonly reached: number;
  /** States whose cap was never reached. */
  readonly unreached: readonly string[];
  /** Of rows and caps together, 0 to 100, rounded down to a tenth. */
  readonly percent: number;
}

/** Adds up what turns cover. A row that variables add or remove counts where a scenario's variables show it. */
export class CoverageCount {
  readonly #rows = new Map<string, RowItem>();
  readonly #caps = new Set<string>();
  readonly #fired = new Set<string>();
  readonly #reached = new Set<string>();

  addWorkflow(workflow: Workflow, keyOf: KeyOf): void {
    for (const [state, { rows, retry }] of workflow.states) {
      if (retry !== undefined) this.#caps.add(state);
      for (const row of rows) {
        const key = keyOfRow(state, row, keyOf);
        if (!this.#rows.has(key)) this.#rows.set(key, { state, row });
      }
    }
  }

  addTurn({ came, state: at }: Pick<Taken, "came" | "state">, keyOf: KeyOf): void {
    const decision = came.kind === "decided" ? came.decision : undefined;
    if (decision === undefined || !("row" in decision)) return;
    this.#fired.add(keyOfRow(at, decision.row, keyOf));
    if ("redirects" in decision) for (const { state } of decision.redirects) this.#reached.add(state);
  }

  sum(): Coverage {
    const missing = [...this.#rows].flatMap(([key, item]) => (this.#fired.has(key) ? [] : [item]));
    const unreached = [...this.#caps].filter((state) => !this.#reached.has(state));
    const all = this.#rows.size + this.#caps.size;
    const covered = all - missing.length - unreached.length;
    return {
      rows: this.#rows.size,
      fired: this.#rows.size - missing.length,
      missing,
      caps: this.#caps.size,
      reached: this.#caps.size - unreached.length,
      unreached,
      percent: all === 0 ? 100 : Math.floor((covered * 1000) / all) / 10,
    };
  }
}

function keyOfRow(state: string, row: Row, keyOf: KeyOf): string {
  return JSON.stringify([state, keyOf(row)]);
}
