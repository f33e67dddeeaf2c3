import { SCRIPT_EVENTS, type State, type Workflow } from "../../engine/types.ts";
import type { StateAnalysis } from "../analysis.ts";
import { NEVER, type Demand } from "../constraint.ts";
import { CHANGED, type PathFacts } from "../paths.ts";
import type { Rule } from "../rule.ts";
import { modeSignals, type Scenario, type Steering } from "../scenario.ts";
import type { FoundTurn } from "../state-model.ts";

/** A signal of a state's script or mode under which, with the state's own file alone pending, no row holds. */
export const unhandledSignal: Rule = {
  name: "unhandled-signal",
  severity: "error",
  check: ({ analysis }) =>
    analysis.states.flatMap((analysed) =>
      listUnhandled(analysis.workflow, analysed).map(({ name, witness }) => ({
        message: `state "${analysed.state.name}" has no row for @${name}`,
        pointer: ["states", analysed.state.name],
        state: analysed.state.name,
        witness,
      })),
    ),
};

interface Unhandled {
  readonly name: string;
  readonly witness: FoundTurn;
}

function listUnhandled(workflow: Workflow, { state, model }: StateAnalysis): readonly Unhandled[] {
  return namesOf(workflow, state).flatMap((name): readonly Unhandled[] => {
    const witness = model.find({
      reading: "strict",
      fails: state.rows,
      ask: (paths, scenario, steering) => demandSignal(name, paths, scenario, steering),
    });
    return witness === undefined ? [] : [{ name, witness }];
  });
}

function namesOf(workflow: Workflow, state: State): readonly string[] {
  const events = state.content.kind === "script" ? SCRIPT_EVENTS : [];
  const names = modeSignals(workflow, state);
  // The built-in `@open` never comes alone, and what it comes with is more telling.
  const telling = names.includes("unanswered") ? names.filter((name) => name !== "open") : names;
  return [...events, ...(state.mode === "qa" ? telling : names)];
}

function demandSignal(name: string, paths: PathFacts, { events, conditions }: Scenario, { file }: Steering): Demand {
  const own = file === undefined ? 0n : paths.of(file, CHANGED);
  const onlyOwn = { none: paths.all(CHANGED) & ~own };
  if (events.includes(name)) return { all: [onlyOwn], choices: [] };
  return { all: conditions.includes(name) ? [onlyOwn, { some: own }] : [NEVER], choices: [] };
}
