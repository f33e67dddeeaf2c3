import type { Definition, StateSource } from "./definition.ts";
import type { MapNode, Node, Place } from "./tree.ts";

/** A compiled definition as a tree again, so that another can be laid over it; its places have no range. */
export function treeOfDefinition(definition: Definition): MapNode {
  const place = { path: `bundled:${definition.name}` };
  const { vars, modes, states } = definition;
  return mapOf(place, [
    [
      "vars",
      mapOf(
        place,
        vars.map(([name, value]) => [name, nodeOf(place, value)]),
      ),
    ],
    [
      "modes",
      mapOf(
        place,
        modes.map(([name, mode]) => [name, objectOf(place, mode)]),
      ),
    ],
    [
      "states",
      mapOf(
        place,
        states.map(([name, state]) => [name, stateOf(place, state)]),
      ),
    ],
  ]);
}

/** Rows are pairs in a definition, so that they keep their order whatever the patterns. */
function stateOf(place: Place, { on, ...rest }: StateSource): MapNode {
  const state = objectOf(place, rest);
  if (on === undefined) return state;
  const rows = mapOf(
    place,
    on.map(([pattern, target]) => [pattern, nodeOf(place, target)]),
  );
  return { ...state, entries: new Map(state.entries).set("on", { place, value: rows }) };
}

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

function nodeOf(place: Place, value: Json): Node {
  if (typeof value !== "object") return { kind: "scalar", value, text: String(value), place };
  if (isList(value)) return { kind: "list", items: value.map((item) => nodeOf(place, item)), place };
  return objectOf(place, value);
}

function objectOf(place: Place, object: object): MapNode {
  return mapOf(
    place,
    Object.entries(object).map(([key, value]) => [key, nodeOf(place, value)]),
  );
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function mapOf(place: Place, pairs: readonly (readonly [string, Node])[]): MapNode {
  return { kind: "map", entries: new Map(pairs.map(([key, value]) => [key, { place, value }])), place };
}
