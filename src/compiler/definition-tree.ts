import type { Definition } from "./definition.ts";
import type { MapNode, Node, Place } from "./tree.ts";

/** A compiled definition as a tree again, so that another can be laid over it; its places have no range. */
export function treeOfDefinition(definition: Definition): MapNode {
  const place = { path: `bundled:${definition.name}` };
  return mapOf(place, [
    [
      "vars",
      mapOf(
        place,
        definition.vars.map(([name, value]) => [name, nodeOf(place, value)]),
      ),
    ],
    [
      "modes",
      mapOf(
        place,
        definition.modes.map(([name, mode]) => [name, nodeOf(place, mode)]),
      ),
    ],
    [
      "states",
      mapOf(
        place,
        definition.states.map(([name, { on, ...rest }]) => [name, stateOf(place, rest, on)]),
      ),
    ],
  ]);
}

function stateOf(place: Place, rest: object, rows: readonly (readonly [string, unknown])[] | undefined): MapNode {
  const pairs: [string, Node][] = Object.entries(rest).map(([key, value]) => [key, nodeOf(place, value)]);
  if (rows !== undefined)
    pairs.push([
      "on",
      mapOf(
        place,
        rows.map(([pattern, target]) => [pattern, nodeOf(place, target)]),
      ),
    ]);
  return mapOf(place, pairs);
}

function nodeOf(place: Place, value: unknown): Node {
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => nodeOf(place, item)), place };
  if (typeof value === "object" && value !== null) {
    return mapOf(
      place,
      Object.entries(value).map(([key, inner]) => [key, nodeOf(place, inner)]),
    );
  }
  const scalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  return { kind: "scalar", value: scalar, text: String(scalar ?? ""), place };
}

function mapOf(place: Place, pairs: readonly (readonly [string, Node])[]): MapNode {
  return { kind: "map", entries: new Map(pairs.map(([key, value]) => [key, { place, value }])), place };
}
