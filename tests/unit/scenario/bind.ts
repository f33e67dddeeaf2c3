import { bindWorkflow } from "../../../src/compiler/bind.ts";
import type { Row, Workflow } from "../../../src/engine/types.ts";
import { CoverageCount, type Coverage } from "../../../src/scenario/coverage.ts";
import { followScenario, playInMemory, type Result } from "../../../src/scenario/follow.ts";
import { parseScenarios } from "../../../src/scenario/parse.ts";
import type { Finding } from "../../../src/finding.ts";
import { load } from "../checks/load.ts";

export interface Bound {
  readonly workflow: Workflow;
  readonly keyOf: (row: Row) => string;
}

/** The states of a workflow as YAML, bound; `env` sets variables. */
export function bind(states: string, env: Readonly<Record<string, string>> = {}): Bound {
  const { workflow, findings, declared } = bindWorkflow(load(states), env, () => "");
  if (workflow === undefined) throw new Error(JSON.stringify(findings));
  return { workflow, keyOf: (row) => declared.get(row) ?? row.pattern.source };
}

export interface Run {
  readonly findings: readonly Finding[];
  readonly results: readonly Result[];
  readonly coverage: Coverage;
}

/** Plays a file of scenarios in memory. */
export async function play(bound: Bound, text: string): Promise<Run> {
  const { scenarios, findings } = parseScenarios({ path: "flow.scenarios.yaml", text }, bound.workflow);
  const count = new CoverageCount();
  const results: Result[] = [];
  for (const scenario of findings.length > 0 ? [] : scenarios) {
    const take = playInMemory(bound.workflow, scenario, ({ exit, output = "" }) => `exit ${exit}\n${output}`);
    results.push(await followScenario(scenario, bound, take, count));
  }
  return { findings, results, coverage: count.sum() };
}
