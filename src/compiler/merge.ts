import type { Entry, MapNode, Node, Pointer } from "./tree.ts";

/**
 * Lays one value over another: maps merge key by key, anything else replaces. Null stays, for the caller to strip
 * when nothing more is laid over. Keys keep the base's order; new ones follow. `isWhole` names the maps that are
 * replaced as a whole although they are maps.
 */
export function mergeNodes(base: Node, over: Node, isWhole: (pointer: Pointer) => boolean, at: Pointer = []): Node {
  return base.kind === "map" && over.kind === "map" && !isWhole(at) ? mergeMaps(base, over, isWhole, at) : over;
}

/** The same for two maps, which make a map. */
export function mergeMaps(
  base: MapNode,
  over: MapNode,
  isWhole: (pointer: Pointer) => boolean,
  at: Pointer = [],
): MapNode {
  const entries = new Map<string, Entry>(base.entries);
  for (const [key, entry] of over.entries) {
    const below = base.entries.get(key);
    const value = below === undefined ? entry.value : mergeNodes(below.value, entry.value, isWhole, [...at, key]);
    entries.set(key, { place: entry.place, value });
  }
  return { kind: "map", entries, place: over.place };
}

/** Takes out every key whose value is null, but not below a map that `isWhole` names. */
export function stripNulls(node: MapNode, isWhole: (pointer: Pointer) => boolean, at: Pointer = []): MapNode {
  const entries = new Map<string, Entry>();
  for (const [key, entry] of node.entries) {
    const { value } = entry;
    if (value.kind === "scalar" && value.value === null) continue;
    const pointer = [...at, key];
    entries.set(
      key,
      value.kind === "map" && !isWhole(pointer) ? { ...entry, value: stripNulls(value, isWhole, pointer) } : entry,
    );
  }
  return { ...node, entries };
}

/** A state's rows are replaced as a whole; pointers begin at the workflow. */
export function isRows(pointer: Pointer): boolean {
  return pointer.length === 3 && pointer[0] === "states" && pointer[2] === "on";
}

/** The same, with pointers that begin at a configuration. */
export function isConfigRows(pointer: Pointer): boolean {
  return pointer[0] === "workflow" && isRows(pointer.slice(1));
}
