import { actorFault, nameFault } from "../../engine/subject.ts";
import type { Finding } from "../../finding.ts";
import { suggestName } from "../../report/suggest.ts";
import { stateFinding, textOf, type Model, type StateNode } from "../model.ts";
import { CONTENT_KEYS } from "../references.ts";
import { findingAt, type Node } from "../tree.ts";

/** Keys that a commit state does not have: nobody acts at it and nothing rests there. */
const NOT_ON_COMMIT: ReadonlySet<string> = new Set(["actor", "on", "file", "mode", "window", "initial", "entry"]);

/** Keys that belong to one content. */
const BELONGS_TO: ReadonlyMap<string, string> = new Map([
  ["capture", "script"],
  ["drop", "commit"],
  ["allowEmpty", "commit"],
]);

/** Names that can stand in a subject; one content and one actor; nothing on a state that has no use there (STATES.md). */
export function checkStates(model: Model): readonly Finding[] {
  if (!model.whole) return [];
  if (model.names.size === 0) {
    const hint = "states: { idle: { actor: human, initial: true, message: … } }";
    return [findingAt(model.place, "states", "the workflow has no states", { hint })];
  }
  return model.states.flatMap((state) => [
    ...checkNames(state),
    ...checkContent(state),
    ...checkActor(state),
    ...checkKeys(state),
  ]);
}

function checkNames(state: StateNode): readonly Finding[] {
  const findings: Finding[] = [];
  const fault = nameFault(state.name);
  if (fault !== undefined) findings.push(stateFinding(state, state.place, "name", `no name for a state: ${fault}`));
  const actor = textOf(state, "actor");
  const other = actor === undefined || actor.text === "" ? undefined : actorFault(actor.text);
  if (actor !== undefined && other !== undefined) {
    findings.push(stateFinding(state, actor.place, "name", `no name for an actor: ${other}`));
  }
  return findings;
}

function checkContent(state: StateNode): readonly Finding[] {
  const { contents, name, place, props } = state;
  if (contents.length === 1) return [];
  if (contents.length > 1) {
    const [, second] = [...props].filter(([key]) => contents.some((content) => content === key));
    const message = `state "${name}" has ${contents.map((key) => `"${key}"`).join(" and ")}; a state has exactly one content`;
    return [stateFinding(state, second?.[1].place ?? place, "content", message)];
  }
  if (isMisspelt(state, CONTENT_KEYS)) return [];
  const hint = 'give it one of "prompt", "script", "message", "commit"';
  return [stateFinding(state, place, "content", `state "${name}" has no content`, hint)];
}

function checkActor(state: StateNode): readonly Finding[] {
  if (state.contents.includes("commit") || state.props.has("actor") || isMisspelt(state, ["actor"])) return [];
  return [stateFinding(state, state.place, "actor", `state "${state.name}" has no actor`, "actor: human")];
}

function checkKeys(state: StateNode): readonly Finding[] {
  const { contents, name, props } = state;
  return [...props].flatMap(([key, { place, value }]) => {
    if (contents.includes("commit") && NOT_ON_COMMIT.has(key) && !isFalse(value)) {
      const message = `"${key}" on commit state "${name}": nobody acts there and nothing rests there`;
      return [stateFinding(state, place, "commit-state", message, `remove "${key}"`)];
    }
    const kind = BELONGS_TO.get(key);
    if (kind === undefined || contents.length === 0 || contents.some((content) => content === kind)) return [];
    const hint = `remove "${key}", or set it to null when a base has it`;
    return [stateFinding(state, place, "misplaced-key", `"${key}" on state "${name}", which has no "${kind}"`, hint)];
  });
}

/** `initial: false` and `window: false` say nothing. */
function isFalse(node: Node): boolean {
  return node.kind === "scalar" && node.value === false;
}

/** Whether an unknown key, reported already, stands for the one that is missing. */
function isMisspelt(state: StateNode, keys: readonly string[]): boolean {
  return [...state.props.keys()].some((key) => suggestName(key, keys) !== undefined);
}
