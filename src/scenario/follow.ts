import type { Place } from "../compiler/tree.ts";
import type { Workflow } from "../engine/types.ts";
import { compareOutcome, type KeyOf } from "./compare.ts";
import type { CoverageCount } from "./coverage.ts";
import { beginProcess, playStep, type Played, type RenderCapture, type Taken, type Unplayable } from "./play.ts";
import type { Expectation, Scenario, ScenarioStep } from "./types.ts";

/** The step at which a scenario went another way than it says. */
export interface Failure {
  /** Counted from 1. */
  readonly step: number;
  readonly actor: string;
  readonly expects: Expectation;
  readonly place: Place;
  readonly message: string;
  /** The turn that was judged; absent when the step could not be taken at all. */
  readonly played?: Played;
  readonly next?: string;
}

export interface Result {
  readonly scenario: Scenario;
  readonly failure?: Failure;
}

/** Takes one step: in memory, or in a repository. */
export type TakeStep = (step: ScenarioStep) => Promise<Taken | Unplayable>;

/** A workflow bound to a scenario's variables. */
export interface BoundScenario {
  readonly workflow: Workflow;
  readonly keyOf: KeyOf;
}

/** Follows a scenario to its end, or to the first step that leads elsewhere; what fires as expected is counted. */
export async function followScenario(
  scenario: Scenario,
  { workflow, keyOf }: BoundScenario,
  take: TakeStep,
  count: CoverageCount,
): Promise<Result> {
  count.addWorkflow(workflow, keyOf);
  for (const [index, step] of scenario.steps.entries()) {
    const { actor, expects } = step;
    const taken = await take(step);
    const at = { step: index + 1, actor, expects };
    if ("fault" in taken)
      return { scenario, failure: { ...at, place: step.place, message: taken.fault, next: taken.next } };
    const message = compareOutcome(taken, expects, keyOf);
    if (message !== undefined) {
      const played = { came: taken.came, input: await taken.readInput() };
      return { scenario, failure: { ...at, place: expects.place, message, played } };
    }
    count.addTurn(taken, keyOf);
  }
  return { scenario };
}

/** Takes steps in memory, one on top of the other. */
export function playInMemory(workflow: Workflow, scenario: Scenario, renderCapture: RenderCapture): TakeStep {
  let process = beginProcess(workflow, scenario);
  return async (step) => {
    const taken = playStep(workflow, process, step, renderCapture);
    if ("fault" in taken) return taken;
    ({ process } = taken);
    const { came, input } = taken.played;
    return { state: input.state, came, readInput: async () => input };
  };
}
