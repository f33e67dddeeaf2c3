import type { Finding } from "../../finding.ts";
import { isTemplate, keyPlace, type Model, type StateNode } from "../model.ts";
import { parseMax } from "../parse-max.ts";
import { entryOf, findingAt, type Node } from "../tree.ts";
import { checkName } from "./known-state.ts";

/** `retry` is whole, its `max` a whole number, and the states that `retry` and `window` name exist. */
export function checkRetry(model: Model): readonly Finding[] {
  return model.states.flatMap((state) => {
    const window = entryOf(state.props.get("window")?.value, "since");
    return [
      ...(window === undefined ? [] : checkName(window.value, `"window.since" of state "${state.name}"`, state, model)),
      ...checkOne(state, model),
    ];
  });
}

function checkOne(state: StateNode, model: Model): readonly Finding[] {
  const retry = state.props.get("retry")?.value;
  if (retry?.kind !== "map") return [];
  const findings: Finding[] = [];
  for (const key of ["max", "otherwise"]) {
    if (!retry.entries.has(key))
      findings.push(
        findingAt(keyPlace(state, "retry"), "retry", `"retry" of state "${state.name}" has no "${key}"`, {
          hint: "retry: { max: 3, otherwise: escalate }",
          state: state.name,
        }),
      );
  }
  const max = entryOf(retry, "max")?.value;
  if (
    max?.kind === "scalar" &&
    typeof max.value === "string" &&
    !isTemplate(max.value) &&
    parseMax(max.value) === undefined
  ) {
    findings.push(
      findingAt(max.place, "retry-max", `"retry.max" of state "${state.name}" is "${max.value}", no whole number`, {
        state: state.name,
      }),
    );
  }
  return [
    ...findings,
    ...checkNames(state, model, "otherwise", entryOf(retry, "otherwise")?.value),
    ...checkNames(state, model, "since", entryOf(retry, "since")?.value),
  ];
}

function checkNames(state: StateNode, model: Model, key: string, node: Node | undefined): readonly Finding[] {
  const nodes = node?.kind === "list" ? node.items : node === undefined ? [] : [node];
  return nodes.flatMap((each) => checkName(each, `"retry.${key}" of state "${state.name}"`, state, model));
}
