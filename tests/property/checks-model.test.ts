import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseWorkflow } from "../../src/checks/analysis.ts";
import { demandChange } from "../../src/checks/row-demand.ts";
import { decideWitness } from "../../src/checks/witness.ts";
import { explainRows } from "../../src/engine/decide.ts";
import { turnOf, workflow, type Turn } from "./checks-turns.ts";
import type { Workflow } from "../../src/engine/types.ts";

const withTurns = workflow.chain((made) => {
  const start = made.states.get("start");
  if (start === undefined) throw new Error("no start");
  return fc.tuple(fc.constant(made), fc.array(turnOf(start), { minLength: 60, maxLength: 60 }));
});

function deciding(made: Workflow, turn: Turn): string | undefined {
  const decision = decideWitness(made, "start", turn);
  return decision.kind === "stay" || !("row" in decision) ? undefined : decision.row.pattern.source;
}

describe("the model of a state", () => {
  it("says of each row whether it can hold and whether it can decide, with turns that the engine judges so", () => {
    fc.assert(
      fc.property(withTurns, ([made, turns]) => {
        for (const { state, rows } of analyseWorkflow(made).states) {
          if (state.name !== "start") continue;
          for (const [index, { row, holds, fires }] of rows.entries()) {
            if (fires !== undefined) expect(decideWitness(made, "start", fires())).toMatchObject({ row });
            if (holds !== undefined) {
              const input = { workflow: made, state: "start", actor: "agent", trace: [], ...holds() };
              expect(explainRows(input)[index]?.holds).toBe(true);
            }
            for (const turn of turns) {
              const input = { workflow: made, state: "start", actor: "agent", trace: [], ...turn };
              if (holds === undefined) expect(explainRows(input)[index]?.holds).toBe(false);
              if (fires === undefined && state.rows.indexOf(row) === index)
                expect(explainRows(input).findIndex((one) => one.holds)).not.toBe(index);
            }
          }
        }
      }),
      { numRuns: 250 },
    );
  });

  it("finds a diff that no row answers wherever there is one", () => {
    let gaps = 0;
    fc.assert(
      fc.property(withTurns, ([made, turns]) => {
        const start = analyseWorkflow(made).states.find(({ state }) => state.name === "start");
        const gap = start?.model.find({ reading: "strict", fails: start.state.rows, ask: demandChange })?.();
        if (gap !== undefined) {
          gaps += 1;
          expect(gap.changes).not.toEqual([]);
          expect(decideWitness(made, "start", gap)).toMatchObject({ kind: "refuse", reason: "no-row" });
        } else
          for (const turn of turns)
            if (turn.changes.length > 0) expect(deciding(made, turn), JSON.stringify(turn)).toBeDefined();
      }),
      { numRuns: 250 },
    );
    expect(gaps).toBeGreaterThan(0);
  });
});
