import type { Finding } from "../../finding.ts";
import { suggestName } from "../../report/suggest.ts";
import { namesIn, type Model, type StateNode } from "../model.ts";
import { entriesOf, entryOf, findingAt } from "../tree.ts";

/** Every state can be reached from the initial state or an entry, over rows and `retry.otherwise` as declared. */
export function checkReachable(model: Model): readonly Finding[] {
  const states = new Map(model.states.map((state) => [state.name, state]));
  const initial = model.states.filter(isInitial);
  if (initial.length === 0) return [];
  const starts = [...initial, ...model.states.filter((state) => state.props.has("entry"))];
  const reached = new Set(starts.map(({ name }) => name));
  for (const name of reached) {
    const state = states.get(name);
    for (const next of state === undefined ? [] : nextNames(state, model)) reached.add(next);
  }
  return model.states
    .filter(({ name }) => !reached.has(name))
    .map(({ name, place }) =>
      findingAt(place, "unreachable-state", `state "${name}" cannot be reached from the initial state or an entry`, {
        hint: "let a row lead to it, or remove it",
        state: name,
      }),
    );
}

function isInitial(state: StateNode): boolean {
  const node = state.props.get("initial")?.value;
  return node?.kind === "scalar" && node.value !== false;
}

/** A misspelt target, reported already, counts as the state it most likely means. */
function nextNames(state: StateNode, model: Model): readonly string[] {
  const targets = entriesOf(state.props.get("on")?.value).map(([, { value }]) =>
    value.kind === "map" ? entryOf(value, "to")?.value : value,
  );
  const otherwise = entryOf(state.props.get("retry")?.value, "otherwise")?.value;
  return [...targets, otherwise]
    .flatMap((node) => namesIn(node))
    .map(([name]) => (model.names.has(name) ? name : (suggestName(name, model.names) ?? name)));
}
