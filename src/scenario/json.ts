import type { Place } from "../compiler/tree.ts";
import { edgeOf } from "../report/edges.ts";
import { rowResultJson } from "../report/explanation.ts";
import { rowOf, type KeyOf } from "./compare.ts";
import type { Failure } from "./follow.ts";
import { expectedRows, type TestReport } from "./render.ts";

/** The document of `gtd test --json` (docs/scenarios.md). */
export function testJson({ results, coverage, coverageMin }: TestReport, keyOf: KeyOf): object {
  return {
    scenarios: results.map(({ scenario, failure }) => ({
      scenario: scenario.name,
      ...placeJson(scenario.place),
      passed: failure === undefined,
      ...(failure === undefined ? {} : { failure: failureJson(failure, keyOf) }),
    })),
    coverage: {
      percent: coverage.percent,
      ...(coverageMin === undefined ? {} : { min: coverageMin }),
      rows: coverage.rows,
      fired: coverage.fired,
      missing: coverage.missing.map(({ state, row }) => ({ state, ...edgeOf(row) })),
      caps: coverage.caps,
      reached: coverage.reached,
      unreached: coverage.unreached,
    },
    findings: [],
  };
}

function placeJson({ path, range }: Place) {
  return { file: path, line: range?.start.line ?? 1, column: range?.start.column ?? 1 };
}

function failureJson(failure: Failure, keyOf: KeyOf) {
  const { step, actor, message, place, played, next } = failure;
  const row = played === undefined ? undefined : rowOf(played.came);
  return {
    ...placeJson(place),
    step,
    actor,
    message,
    ...(next === undefined ? {} : { next }),
    ...(played === undefined
      ? {}
      : {
          state: played.input.state,
          changes: played.input.changes.map(({ status, path }) => ({ status, path })),
          signals: [...played.input.signals.events, ...played.input.signals.conditions],
          expected: expectedRows(failure, played, keyOf).map(rowResultJson),
        }),
    ...(row === undefined ? {} : { row: edgeOf(row) }),
  };
}
