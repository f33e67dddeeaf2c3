import type { Finding } from "../../finding.ts";
import { suggestName } from "../../report/suggest.ts";
import type { Model, StateNode } from "../model.ts";
import { findingAt, stringOf, type Node } from "../tree.ts";

/** A name that a state refers to, which must be a state's. */
export function checkName(node: Node, told: string, state: StateNode, model: Model): readonly Finding[] {
  const name = stringOf(node);
  if (name === undefined || model.names.has(name)) return [];
  const close = suggestName(name, model.names);
  const hint = close === undefined ? `states: ${[...model.names].join(", ")}` : `did you mean "${close}"?`;
  return [
    findingAt(node.place, "unknown-state", `${told} names state "${name}", which does not exist`, {
      hint,
      state: state.name,
    }),
  ];
}
