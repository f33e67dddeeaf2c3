import type { Clause, Row } from "../engine/types.ts";
import { ALWAYS, NEVER, opposite, type Constraint, type Demand } from "./constraint.ts";
import { CHANGED, IN_TREE, type PathFacts } from "./paths.ts";
import type { Scenario } from "./scenario.ts";

export interface RowDemands {
  /** What a row asks of a turn to hold. */
  readonly holds: (row: Row, scenario: Scenario) => Demand;
  /** What a turn has to be so that the row does not hold: one of its clauses fails, or there is nothing that it may answer. */
  readonly fails: (row: Row, scenario: Scenario) => Demand;
}

/** The demands of the rows of one state; each is made once. */
export function makeRowDemands(paths: PathFacts): RowDemands {
  const known = new Map<Scenario, Map<Row, readonly Constraint[]>>();
  const constraints = (row: Row, scenario: Scenario): readonly Constraint[] => {
    const rows = known.get(scenario) ?? new Map<Row, readonly Constraint[]>();
    known.set(scenario, rows);
    const made = rows.get(row) ?? constraintsOf(row, scenario, paths);
    rows.set(row, made);
    return made;
  };
  return {
    holds: (row, scenario) => ({ all: constraints(row, scenario), choices: [] }),
    fails: (row, scenario) => ({ all: [], choices: [constraints(row, scenario).map(opposite)] }),
  };
}

/** Something is pending. */
export function demandChange(paths: PathFacts): Demand {
  return { all: [{ some: paths.all(CHANGED) }], choices: [] };
}

/** A row holds when each of these does (STATES.md, "Patterns"); all are plain, so that each can be turned round. */
function constraintsOf({ pattern }: Row, scenario: Scenario, paths: PathFacts): readonly Constraint[] {
  const constraints = pattern.clauses.flatMap((clause) => constrain(clause, scenario, paths));
  return answersAlways(pattern.clauses, scenario) ? constraints : [{ some: paths.all(CHANGED) }, ...constraints];
}

function answersAlways(clauses: readonly Clause[], { events }: Scenario): boolean {
  return clauses.some(
    (clause) => clause.kind === "clean" || (clause.kind === "signal" && events.includes(clause.name)),
  );
}

function constrain(clause: Clause, { events, conditions }: Scenario, paths: PathFacts): readonly Constraint[] {
  switch (clause.kind) {
    case "clean":
      return [{ none: paths.all(CHANGED) }];
    case "signal":
      return [events.includes(clause.name) || conditions.includes(clause.name) ? ALWAYS : NEVER];
    case "tree": {
      const there = paths.matching(clause.globs, IN_TREE);
      return [clause.exists ? { some: there } : { none: there }];
    }
    case "change": {
      const matching = paths.matching(clause.globs, clause.statuses);
      const changes = paths.all(CHANGED);
      return clause.only ? [{ some: changes }, { none: changes & ~matching }] : [{ some: matching }];
    }
  }
}
