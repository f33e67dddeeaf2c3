import type { Finding } from "../../finding.ts";
import { keyPlace, textOf, valuePlace, type Model } from "../model.ts";
import { findingAt, type Place } from "../tree.ts";

/** Exactly one initial state; entries are unique. */
export function checkStarts(model: Model): readonly Finding[] {
  if (model.names.size === 0) return [];
  return [...checkInitial(model), ...checkEntries(model)];
}

function checkInitial(model: Model): readonly Finding[] {
  const initial = model.states.filter((state) => {
    const node = state.props.get("initial")?.value;
    return node?.kind === "scalar" && node.value === true;
  });
  const [first, ...others] = initial;
  if (first === undefined) {
    const misshapen = model.states.some(
      (state) => state.props.has("initial") && !isBoolean(state.props.get("initial")?.value),
    );
    if (misshapen || model.states.length < model.names.size) return [];
    return [
      findingAt(model.place, "initial", "no state is initial; exactly one is", {
        hint: 'put "initial: true" on the state where a process begins',
      }),
    ];
  }
  return others.map((state) => {
    const message = `states "${first.name}" (${lineOf(keyPlace(first, "initial"))}) and "${state.name}" are both initial; exactly one is`;
    return findingAt(keyPlace(state, "initial"), "initial", message, { state: state.name });
  });
}

function checkEntries(model: Model): readonly Finding[] {
  const taken = new Map<string, string>();
  return model.states.flatMap((state) => {
    const entry = textOf(state, "entry");
    if (entry === undefined) return [];
    const other = taken.get(entry);
    if (other === undefined) {
      taken.set(entry, state.name);
      return [];
    }
    return [
      findingAt(
        valuePlace(state, "entry"),
        "entry",
        `entry "${entry}" is taken by state "${other}"; entries are unique`,
        { state: state.name },
      ),
    ];
  });
}

function isBoolean(node: { readonly kind: string; readonly value?: unknown } | undefined): boolean {
  return node?.kind === "scalar" && typeof node.value === "boolean";
}

function lineOf(place: Place): string {
  return place.range === undefined ? place.path : `line ${place.range.start.line}`;
}
