import type { Finding, Range } from "../finding.ts";

/** Where something stands: the file's path as its source names it, and the range when the file's text is at hand. */
export interface Place {
  readonly path: string;
  readonly range?: Range;
}

/** Where a scalar's own text begins, when its lines stand in the file as they are: every line at the same column. */
export interface Layout {
  readonly line: number;
  readonly column: number;
  /** False when only the first line is laid out so. */
  readonly lines: boolean;
}

export interface ScalarNode {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  /** As it is written: `1.10` stays `1.10`. */
  readonly text: string;
  readonly place: Place;
  readonly layout?: Layout;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: readonly Node[];
  readonly place: Place;
}

export interface MapNode {
  readonly kind: "map";
  /** In declaration order, whatever the keys. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly place: Place;
}

export interface Entry {
  /** Place of the key. */
  readonly place: Place;
  readonly value: Node;
}

/** A value of a configuration that knows where each part of it was written. */
export type Node = ScalarNode | ListNode | MapNode;

export type Pointer = readonly string[];

/** The entry of a map, or undefined for anything else. */
export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  return node?.kind === "map" ? node.entries.get(key) : undefined;
}

export function entriesOf(node: Node | undefined): readonly (readonly [string, Entry])[] {
  return node?.kind === "map" ? [...node.entries] : [];
}

/** The value as a string, when it is one. */
export function stringOf(node: Node | undefined): string | undefined {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}

/** The node at a pointer, or the deepest one on the way to it. */
export function findNode(
  root: Node,
  pointer: Pointer,
): { readonly node: Node; readonly key?: Place; readonly whole: boolean } {
  let node = root;
  let key: Place | undefined;
  for (const part of pointer) {
    const entry = entryOf(node, part);
    const next = entry?.value ?? (node.kind === "list" ? node.items[Number(part)] : undefined);
    if (next === undefined) return { node, ...(key === undefined ? {} : { key }), whole: false };
    key = entry?.place;
    node = next;
  }
  return { node, ...(key === undefined ? {} : { key }), whole: true };
}

/** The plain value: maps become objects without a prototype, so that no key has a meaning of its own. */
export function toValue(node: Node): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(toValue);
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, { value }] of node.entries) object[key] = toValue(value);
  return object;
}

/** A finding at a place; an error unless told. */
export function findingAt(
  place: Place,
  code: string,
  message: string,
  more: Pick<Partial<Finding>, "hint" | "state" | "severity"> = {},
): Finding {
  const { hint, state, severity = "error" } = more;
  return {
    code,
    severity,
    message,
    ...place,
    ...(hint === undefined ? {} : { hint }),
    ...(state === undefined ? {} : { state }),
  };
}
