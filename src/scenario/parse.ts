import type { Source } from "../compiler/definition.ts";
import { parseNode } from "../compiler/parse.ts";
import { entryOf, type MapNode, type Node } from "../compiler/tree.ts";
import type { Workflow } from "../engine/types.ts";
import { compareFindings, type Finding } from "../finding.ts";
import { NodeReader } from "./node-reader.ts";
import { readStep } from "./parse-step.ts";
import type { Scenario } from "./types.ts";

export interface ParsedScenarios {
  readonly scenarios: readonly Scenario[];
  /** Sorted by place; the scenarios are whole only when there are none. */
  readonly findings: readonly Finding[];
}

const KEYS = ["scenario", "at", "after", "given", "vars", "run", "steps"] as const;
const EXAMPLE =
  "- scenario: a green check lands at review\n  at: checking\n  steps: [{ check: { exit: 0 }, lands: review }]";

/**
 * Reads a file of scenarios (docs/scenarios.md): a list at its top. Names of states, actors and variables are held
 * against the workflow. Total: any text in, never a throw.
 */
export function parseScenarios(source: Source, workflow: Workflow): ParsedScenarios {
  const { node, findings } = parseNode(source);
  const reader = new NodeReader();
  reader.findings.push(...findings);
  if (findings.length === 0 && (node === undefined || isEmpty(node)))
    reader.report(node?.place ?? { path: source.path }, "type", "the file holds no scenarios", EXAMPLE);
  const items = node === undefined ? [] : reader.items(node, "a file of scenarios", `\n${EXAMPLE}`);
  const scenarios = items.flatMap((item) => readScenario(item, workflow, reader) ?? []);
  checkNames(scenarios, reader);
  return { scenarios, findings: reader.findings.toSorted(compareFindings) };
}

function readScenario(node: Node, workflow: Workflow, reader: NodeReader): Scenario | undefined {
  const map = reader.map(node, "a scenario", `\n${EXAMPLE}`);
  if (map === undefined) return undefined;
  reader.keys(map, KEYS, "a scenario");
  const title = entryOf(map, "scenario");
  const name = title === undefined ? undefined : reader.text(title.value, '"scenario"');
  if (title === undefined || name === "")
    reader.report(title?.place ?? map.place, "required", "a scenario has no name", "scenario: <what it shows>");
  const at = readAt(map, workflow, reader);
  const run = entryOf(map, "run");
  const steps = entryOf(map, "steps");
  if (steps === undefined || isEmpty(steps.value))
    reader.report(
      title?.place ?? map.place,
      "required",
      `the scenario has no steps`,
      "steps: [{ human: {}, lands: <state> }]",
    );
  return {
    name: name ?? "",
    place: title?.value.place ?? map.place,
    ...(at === undefined ? {} : { at }),
    after: readStates(map, "after", workflow, reader),
    given: reader.files(entryOf(map, "given"), '"given"'),
    vars: readVars(map, workflow, reader),
    run: run === undefined ? false : reader.flag(run.value, '"run"'),
    steps:
      steps === undefined
        ? []
        : reader
            .items(steps.value, '"steps"', "[{ human: {}, lands: <state> }]")
            .flatMap((step) => readStep(step, workflow, reader) ?? []),
  };
}

/** A list of nothing, which would prove nothing and pass. */
function isEmpty(node: Node): boolean {
  return node.kind === "list" && node.items.length === 0;
}

/** The states in which a process can rest. */
export function restingStates(workflow: Workflow): readonly string[] {
  return [...workflow.states.values()].filter((state) => state.actor !== undefined).map((state) => state.name);
}

function readAt(map: MapNode, workflow: Workflow, reader: NodeReader): string | undefined {
  const entry = entryOf(map, "at");
  const name = entry === undefined ? undefined : reader.text(entry.value, '"at"');
  if (entry === undefined || name === undefined) return undefined;
  if (workflow.states.get(name)?.content.kind !== "commit") {
    reader.known(entry.value.place, name, restingStates(workflow), "state");
    return name;
  }
  reader.report(
    entry.value.place,
    "commit-state",
    `"${name}" is a commit state: nobody rests there`,
    "begin at the state before it, and let a step land there",
  );
  return undefined;
}

function readStates(map: MapNode, key: string, workflow: Workflow, reader: NodeReader): readonly string[] {
  const entry = entryOf(map, key);
  const named = entry === undefined ? [] : reader.texts(entry.value, `an item of "${key}"`);
  return named.flatMap(({ text, place }) =>
    reader.known(place, text, restingStates(workflow), "state") ? [text] : [],
  );
}

function readVars(map: MapNode, workflow: Workflow, reader: NodeReader): Scenario["vars"] {
  const entry = entryOf(map, "vars");
  const vars = entry === undefined ? undefined : reader.map(entry.value, '"vars"', '{ testCommand: "true" }');
  return [...(vars?.entries ?? [])].flatMap(([name, { place, value }]) => {
    const text = reader.text(value, `the variable "${name}"`);
    const known = reader.known(place, name, Object.keys(workflow.vars), "variable");
    return text === undefined || !known ? [] : [[name, text] as const];
  });
}

function checkNames(scenarios: readonly Scenario[], reader: NodeReader): void {
  const seen = new Map<string, Scenario>();
  for (const scenario of scenarios.filter(({ name }) => name !== "")) {
    const first = seen.get(scenario.name)?.place.range?.start;
    if (first !== undefined)
      reader.report(
        scenario.place,
        "duplicate-name",
        `another scenario is called "${scenario.name}", at ${first.line}:${first.column}`,
        "say in the name what is different",
      );
    else seen.set(scenario.name, scenario);
  }
}
