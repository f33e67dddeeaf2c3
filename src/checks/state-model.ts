import type { Globs, Row, State, Workflow } from "../engine/types.ts";
import { renderVars, TemplateError } from "../template/render.ts";
import { joinDemands, type Demand } from "./constraint.ts";
import { describePaths, type PathFacts } from "./paths.ts";
import { makeRowDemands } from "./row-demand.ts";
import { listScenarios, type Reading, type Scenario, type Steering } from "./scenario.ts";
import { solve } from "./solve.ts";
import type { TurnWitness } from "./witness.ts";

/** What is asked of a turn beyond the state's rows. */
export type Ask = (paths: PathFacts, scenario: Scenario, steering: Steering) => Demand;

/** Every turn that can come to a state, as far as its rows can tell turns apart. */
export interface StateModel {
  readonly state: State;
  readonly steering: Steering;
  /** A turn at which `holds` hold, `fails` do not, and what else is asked is so; undefined when there is none. */
  readonly find: (query: Query) => FoundTurn | undefined;
}

/** Makes an example of a turn that is known to be possible. */
export type FoundTurn = () => TurnWitness;

export interface Query {
  readonly reading: Reading;
  readonly holds?: readonly Row[];
  readonly fails?: readonly Row[];
  readonly ask?: Ask;
}

/**
 * @param more globs that `ask` will use beyond those of the rows
 * @throws Undecidable when the state's globs cannot be compared
 */
export function modelState(workflow: Workflow, state: State, more: readonly Globs[] = []): StateModel {
  const steering = { file: renderPath(state.file, workflow), capture: renderPath(state.capture, workflow) };
  const globs = state.rows.flatMap(({ pattern }) =>
    pattern.clauses.flatMap((clause) => ("globs" in clause ? [clause.globs] : [])),
  );
  const singles = [...new Set([steering.file, steering.capture].filter((path) => path !== undefined))];
  const paths = describePaths([...globs, ...more], singles);
  const rowDemands = makeRowDemands(paths);
  const scenarios = new Map<Reading, readonly Scenario[]>();
  const scenariosOf = (reading: Reading): readonly Scenario[] => {
    const known = scenarios.get(reading) ?? listScenarios(workflow, state, steering, paths, reading);
    scenarios.set(reading, known);
    return known;
  };
  return {
    state,
    steering,
    find: ({ reading, holds = [], fails = [], ask }) => {
      for (const scenario of scenariosOf(reading)) {
        const demand = joinDemands(
          { all: scenario.constraints, choices: [] },
          ...holds.map((row) => rowDemands.holds(row, scenario)),
          ...fails.map((row) => rowDemands.fails(row, scenario)),
          ...(ask === undefined ? [] : [ask(paths, scenario, steering)]),
        );
        const facts = solve(demand, paths.isPossible);
        const { events, conditions } = scenario;
        if (facts !== undefined) return () => ({ ...paths.realize(facts), signals: { events, conditions } });
      }
      return undefined;
    },
  };
}

/** A path whose template reads variables alone; undefined when it is known only at run time. */
export function renderPath(template: string | undefined, { vars }: Workflow): string | undefined {
  if (template === undefined || !template.includes("<%")) return template;
  try {
    return renderVars(template, vars);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}
