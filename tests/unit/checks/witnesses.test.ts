import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkWorkflow, type CheckFinding } from "../../../src/checks/check-workflow.ts";
import { graphOf } from "../../../src/checks/graph.ts";
import { analyseWorkflow } from "../../../src/checks/analysis.ts";
import { decideWitness, type TurnWitness } from "../../../src/checks/witness.ts";
import { bindWorkflow } from "../../../src/compiler/bind.ts";
import { explainRows } from "../../../src/engine/decide.ts";
import type { Row, Workflow } from "../../../src/engine/types.ts";
import { readBundled } from "../../../src/workflows/index.ts";
import { load } from "./load.ts";
import { manyStates } from "./many-states.ts";

const directory = path.resolve(import.meta.dirname, "../../fixtures/checks");
const hash = (text: string): string => String(text.length);

interface Checked {
  readonly workflow: Workflow;
  readonly findings: readonly CheckFinding[];
}

async function check(text: string): Promise<Checked | undefined> {
  const loaded = load(text);
  const { workflow, declared } = bindWorkflow(loaded, {}, hash);
  if (workflow === undefined) return undefined;
  const { definition, locate, sources } = loaded;
  return { workflow, findings: await checkWorkflow({ workflow, definition, declared, locate, sources, notes: true }) };
}

/** Rows named in a message, in double quotes. */
function rowsIn({ message, state = "" }: CheckFinding, workflow: Workflow): readonly Row[] {
  return (workflow.states.get(state)?.rows ?? []).filter(({ pattern }) => message.includes(`"${pattern.source}"`));
}

/** What a finding claims of its turn, held against the engine. */
const CLAIMS: Readonly<Record<string, (finding: CheckFinding, turn: TurnWitness, workflow: Workflow) => void>> = {
  "dead-row": (finding, turn, workflow) => {
    const row = rowsIn(finding, workflow).findLast(({ pattern }) =>
      finding.message.startsWith(`the row "${pattern.source}" `),
    );
    expect(holding(finding, turn, workflow)).toContain(row);
    expect(decideWitness(workflow, finding.state ?? "", turn)).not.toMatchObject({ row });
  },
  "not-total": ({ state = "" }, turn, workflow) => {
    expect(turn.changes).not.toEqual([]);
    expect(decideWitness(workflow, state, turn)).toMatchObject({ kind: "refuse", reason: "no-row" });
  },
  "unhandled-signal": ({ state = "", message }, turn, workflow) => {
    expect([...turn.signals.events, ...turn.signals.conditions]).toContain(/@(\w+)$/.exec(message)?.[1]);
    const file = workflow.states.get(state)?.file;
    expect(turn.changes.filter((change) => change.path !== file)).toEqual([]);
    expect(decideWitness(workflow, state, turn)).toMatchObject({ kind: "refuse", reason: "no-row" });
  },
  overlap: (finding, turn, workflow) => {
    const both = holding(finding, turn, workflow);
    expect(both.length).toBeGreaterThan(1);
    for (const row of rowsIn(finding, workflow)) expect(both).toContain(row);
  },
};

function holding({ state = "" }: CheckFinding, turn: TurnWitness, workflow: Workflow): readonly Row[] {
  const actor = workflow.states.get(state)?.actor ?? "";
  return explainRows({ workflow, state, actor, trace: [], ...turn }).flatMap(({ row, holds }) => (holds ? [row] : []));
}

describe("the example of a finding", () => {
  const names = fs.readdirSync(directory).filter((name) => name.endsWith(".yaml"));
  it.each(names)("of %s shows what the finding claims", async (name) => {
    const checked = await check(fs.readFileSync(path.join(directory, name), "utf8"));
    if (checked === undefined) return;
    const { workflow, findings } = checked;
    const graph = graphOf(analyseWorkflow(workflow));
    for (const finding of findings) {
      const { code, witness } = finding;
      if (witness === undefined) continue;
      if ("changes" in witness) CLAIMS[code]?.(finding, witness, workflow);
      else if (code !== "retry-cycle")
        for (const [index, state] of witness.path.slice(1).entries())
          expect(graph.get(witness.path[index] ?? "")).toContain(state);
      expect("changes" in witness).toBe(code in CLAIMS);
    }
  });
});

describe("the bundled workflow", () => {
  it("passes gtd check --strict", async () => {
    const definition = readBundled("default");
    if (definition === undefined) throw new Error("no bundled workflow");
    for (const env of [
      {},
      { GTD_REVIEWROUNDS: "0" },
      { GTD_PLANGATE: "always" },
      { GTD_FIXATTEMPTS: "0", GTD_MAXPACKAGES: "1" },
    ]) {
      const { workflow, declared } = bindWorkflow(definition, env, hash);
      if (workflow === undefined) throw new Error("it does not bind");
      const findings = await checkWorkflow({
        workflow,
        definition,
        declared,
        locate: () => ({ path: "bundled:default" }),
        sources: [],
        notes: true,
      });
      expect(
        findings.filter(({ severity }) => severity !== "info").map(({ code, message }) => [env, code, message]),
      ).toEqual([]);
    }
  });
});

describe("a workflow of 200 states", () => {
  it("is checked whole", async () => {
    const checked = await check(manyStates(200));
    expect(checked?.workflow.states.size).toBe(200);
    expect(checked?.findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  });
});
