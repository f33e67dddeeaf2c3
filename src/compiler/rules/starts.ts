import type { Finding } from "../../finding.ts";
import { stateFinding, textOf, type Model } from "../model.ts";
import { findingAt, type Place } from "../tree.ts";

/** Exactly one initial state; entries are unique. */
export function checkStarts(model: Model): readonly Finding[] {
  if (model.names.size === 0) return [];
  return [...checkInitial(model), ...checkEntries(model)];
}

function checkInitial(model: Model): readonly Finding[] {
  const told = model.states.flatMap((state) => {
    const entry = state.props.get("initial");
    return entry === undefined ? [] : [{ state, place: entry.place, node: entry.value }];
  });
  const [first, ...others] = told.filter(({ node }) => node.kind === "scalar" && node.value === true);
  if (first !== undefined) {
    return others.map(({ state, place }) => {
      const message = `states "${first.state.name}" (${lineOf(first.place)}) and "${state.name}" are both initial; exactly one is`;
      return stateFinding(state, place, "initial", message);
    });
  }
  const misshapen = told.some(({ node }) => node.kind !== "scalar" || typeof node.value !== "boolean");
  if (misshapen || model.states.length < model.names.size) return [];
  const hint = 'put "initial: true" on the state where a process begins';
  return [findingAt(model.place, "initial", "no state is initial; exactly one is", { hint })];
}

function checkEntries(model: Model): readonly Finding[] {
  const taken = new Map<string, string>();
  return model.states.flatMap((state) => {
    const entry = textOf(state, "entry");
    if (entry === undefined) return [];
    const other = taken.get(entry.text);
    if (other === undefined) {
      taken.set(entry.text, state.name);
      return [];
    }
    const message = `entry "${entry.text}" is taken by state "${other}"; entries are unique`;
    return [stateFinding(state, entry.place, "entry", message)];
  });
}

function lineOf({ path, range }: Place): string {
  return range === undefined ? path : `line ${range.start.line}`;
}
