import type { Finding } from "../../finding.ts";
import { isTemplate, stateFinding, type Model, type StateNode } from "../model.ts";
import { parseMax } from "../parse-max.ts";
import { entryOf, type Node } from "../tree.ts";
import { checkName } from "./known-state.ts";

/** `retry` is whole, its `max` a whole number, and the states that `retry` and `window` name exist. */
export function checkRetry(model: Model): readonly Finding[] {
  return model.states.flatMap((state) => {
    const retry = state.props.get("retry")?.value;
    return [
      ...checkWhole(state),
      ...checkMax(state, entryOf(retry, "max")?.value),
      ...checkNames(state, model, "retry.otherwise", entryOf(retry, "otherwise")?.value),
      ...checkNames(state, model, "retry.since", entryOf(retry, "since")?.value),
      ...checkNames(state, model, "window.since", entryOf(state.props.get("window")?.value, "since")?.value),
    ];
  });
}

function checkWhole(state: StateNode): readonly Finding[] {
  const retry = state.props.get("retry");
  if (retry?.value.kind !== "map") return [];
  const { entries } = retry.value;
  return ["max", "otherwise"]
    .filter((key) => !entries.has(key))
    .map((key) => {
      const message = `"retry" of state "${state.name}" has no "${key}"`;
      return stateFinding(state, retry.place, "retry", message, "retry: { max: 3, otherwise: escalate }");
    });
}

function checkMax(state: StateNode, max: Node | undefined): readonly Finding[] {
  if (max?.kind !== "scalar" || typeof max.value !== "string" || isTemplate(max.value)) return [];
  if (parseMax(max.value) !== undefined) return [];
  const message = `"retry.max" of state "${state.name}" is "${max.value}", no whole number`;
  return [stateFinding(state, max.place, "retry-max", message)];
}

function checkNames(state: StateNode, model: Model, key: string, node: Node | undefined): readonly Finding[] {
  const nodes = node?.kind === "list" ? node.items : node === undefined ? [] : [node];
  return nodes.flatMap((each) => checkName(each, `"${key}" of state "${state.name}"`, state, model));
}
