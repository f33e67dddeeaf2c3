import { actorFault, nameFault } from "../../engine/subject.ts";
import type { Finding } from "../../finding.ts";
import { suggestName } from "../../report/suggest.ts";
import { keyPlace, textOf, valuePlace, type Model, type StateNode } from "../model.ts";
import { CONTENT_KEYS } from "../references.ts";
import { findingAt } from "../tree.ts";

/** Keys that a commit state does not have: nobody acts at it and nothing rests there. */
const NOT_ON_COMMIT = ["actor", "on", "file", "mode", "window", "initial", "entry"] as const;

/** Keys that belong to one content. */
const BELONGS_TO = { capture: "script", drop: "commit", allowEmpty: "commit" } as const;

/** Names that can stand in a subject; one content and one actor; nothing on a state that has no use there (STATES.md). */
export function checkStates(model: Model): readonly Finding[] {
  if (!model.whole) return [];
  if (model.names.size === 0) {
    return [
      findingAt(model.place, "states", "the workflow has no states", {
        hint: "states: { idle: { actor: human, initial: true, message: … } }",
      }),
    ];
  }
  return model.states.flatMap((state) => [...checkNames(state), ...checkContent(state), ...checkKeys(state)]);
}

function checkNames(state: StateNode): readonly Finding[] {
  const findings: Finding[] = [];
  const fault = nameFault(state.name);
  if (fault !== undefined)
    findings.push(findingAt(state.place, "name", `no name for a state: ${fault}`, { state: state.name }));
  const actor = textOf(state, "actor");
  const other = actor === undefined || actor === "" ? undefined : actorFault(actor);
  if (other !== undefined)
    findings.push(
      findingAt(valuePlace(state, "actor"), "name", `no name for an actor: ${other}`, { state: state.name }),
    );
  return findings;
}

function checkContent(state: StateNode): readonly Finding[] {
  const { contents, name } = state;
  const [, second] = contents;
  if (second !== undefined) {
    const message = `state "${name}" has ${contents.map((key) => `"${key}"`).join(" and ")}; a state has exactly one content`;
    return [findingAt(keyPlace(state, second), "content", message, { state: name })];
  }
  if (contents.length > 0 || isMisspelt(state, CONTENT_KEYS)) return [];
  const message = `state "${name}" has no content`;
  return [
    findingAt(state.place, "content", message, {
      hint: 'give it one of "prompt", "script", "message", "commit"',
      state: name,
    }),
  ];
}

function checkKeys(state: StateNode): readonly Finding[] {
  const { contents, name, props } = state;
  const findings: Finding[] = [];
  if (contents.includes("commit")) {
    for (const key of NOT_ON_COMMIT) {
      if (props.has(key) && !isFalse(state, key))
        findings.push(
          findingAt(
            keyPlace(state, key),
            "commit-state",
            `"${key}" on commit state "${name}": nobody acts there and nothing rests there`,
            { hint: `remove "${key}"`, state: name },
          ),
        );
    }
  } else if (!props.has("actor") && !isMisspelt(state, ["actor"])) {
    findings.push(
      findingAt(state.place, "actor", `state "${name}" has no actor`, { hint: "actor: human", state: name }),
    );
  }
  for (const [key, kind] of Object.entries(BELONGS_TO)) {
    const allowed = contents.length === 0 || contents.some((content) => content === kind);
    if (props.has(key) && !allowed)
      findings.push(
        findingAt(keyPlace(state, key), "misplaced-key", `"${key}" on state "${name}", which has no "${kind}"`, {
          hint: `remove "${key}", or set it to null when a base has it`,
          state: name,
        }),
      );
  }
  return findings;
}

/** `initial: false` and `window: false` say nothing. */
function isFalse(state: StateNode, key: string): boolean {
  const node = state.props.get(key)?.value;
  return node?.kind === "scalar" && node.value === false;
}

/** Whether an unknown key, reported already, stands for the one that is missing. */
function isMisspelt(state: StateNode, keys: readonly string[]): boolean {
  return [...state.props.keys()].some((key) => suggestName(key, keys) !== undefined);
}
