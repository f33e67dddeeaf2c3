import { isAlias, isMap, isNode, isScalar, isSeq, type Alias, type Document, type Scalar, type YAMLMap } from "yaml";
import type { Finding } from "../finding.ts";
import { quoteHint } from "./quote-hint.ts";
import { layoutOf } from "./layout.ts";
import { findingAt, type Entry, type MapNode, type Node, type Place } from "./tree.ts";

export interface Parsed {
  /** Undefined when the file is empty, holds no mapping, or is no YAML. */
  readonly root?: MapNode;
  readonly findings: readonly Finding[];
}

/** Finds the place of offsets in a text. */
export type Locator = (from: number, to: number) => Place;

/** Nodes of a file with its aliases written out; beyond it, a file is taken for an attack. */
const NODE_LIMIT = 200_000;
/** No configuration comes near it, and no walk over a tree overflows the stack below it. */
const DEPTH_LIMIT = 200;
export const TOO_DEEP = "the file is nested too deeply";
const CORE_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;

/** A file's tree, whatever stands at its top; undefined when the file is empty or `null`. */
export interface ParsedNode {
  readonly node?: Node;
  readonly findings: readonly Finding[];
}

/** Turns a parsed document without syntax errors into a positioned tree; keys twice, tags and bad aliases are findings. */
export function convertNode(document: Document.Parsed, text: string, locate: Locator): ParsedNode {
  const converter = new Converter(document, text, locate);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return { findings: [] };
  const node = converter.convert(contents);
  if (converter.size > NODE_LIMIT) {
    return { findings: [findingAt(node.place, "yaml", "the file is too large with its aliases written out")] };
  }
  return { node, findings: converter.findings };
}

/** The same for a file that is a mapping; anything else at the top is a finding. */
export function convertDocument(document: Document.Parsed, text: string, locate: Locator): Parsed {
  const { node, findings } = convertNode(document, text, locate);
  if (node === undefined) return { findings };
  if (node.kind === "map") return { root: node, findings };
  const found = node.kind === "list" ? "a list" : JSON.stringify(node.text);
  return {
    findings: [
      ...findings,
      findingAt(node.place, "type", `found ${found} at the top: a file is a mapping of keys to values`),
    ],
  };
}

/** Walks the library's nodes once; an anchor's tree is shared by its aliases. */
class Converter {
  readonly findings: Finding[] = [];
  /** Nodes so far, those behind aliases counted each time. */
  size = 0;
  readonly #anchors = new Map<unknown, { readonly node: Node; readonly size: number }>();
  readonly #open = new Set<unknown>();
  readonly #document: Document.Parsed;
  readonly #text: string;
  readonly #locate: Locator;

  constructor(document: Document.Parsed, text: string, locate: Locator) {
    this.#document = document;
    this.#text = text;
    this.#locate = locate;
  }

  convert(node: unknown): Node {
    if (isAlias(node)) return this.#convertAlias(node);
    const place = this.#placeOf(node);
    if (this.#open.size === DEPTH_LIMIT) {
      this.#fault(place, "yaml", TOO_DEEP);
      return { kind: "scalar", value: null, text: "", place };
    }
    const before = this.size;
    this.size += 1;
    this.#open.add(node);
    this.#checkTag(node, place);
    let result: Node;
    if (isMap(node)) result = this.#convertMap(node, place);
    else if (isSeq(node)) result = { kind: "list", items: node.items.map((item) => this.convert(item)), place };
    else result = this.#convertScalar(isScalar(node) ? node : undefined, place);
    this.#open.delete(node);
    this.#anchors.set(node, { node: result, size: this.size - before });
    return result;
  }

  #convertAlias(alias: Alias): Node {
    const target = alias.resolve(this.#document);
    const place = this.#placeOf(alias);
    const known = this.#anchors.get(target);
    if (known !== undefined) {
      this.size += known.size;
      return known.node;
    }
    const message = this.#open.has(target)
      ? `"*${alias.source}" stands inside what it names`
      : `"*${alias.source}" names no anchor above it`;
    this.#fault(place, "yaml", message, this.#lineHint(rangeOf(alias)[0]));
    return { kind: "scalar", value: null, text: "", place };
  }

  #convertScalar(scalar: Scalar | undefined, place: Place): Node {
    const value = scalar?.value;
    const text = scalar?.type === "PLAIN" && scalar.source !== undefined ? scalar.source : undefined;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      const layout = scalar === undefined ? undefined : layoutOf(scalar, this.#text, place);
      return { kind: "scalar", value, text: text ?? String(value), place, ...(layout === undefined ? {} : { layout }) };
    }
    return { kind: "scalar", value: null, text: text ?? "", place };
  }

  #convertMap(map: YAMLMap, place: Place): MapNode {
    const own = new Set(map.items.flatMap((pair) => (isMergeKey(pair.key) ? [] : [this.#keyOf(pair.key) ?? ""])));
    const entries = new Map<string, Entry>();
    const seen = new Map<string, Place>();
    for (const { key, value } of map.items) {
      const name = this.#keyOf(key);
      const keyPlace = this.#placeOf(key);
      if (name === undefined || name === "") {
        const message = name === undefined ? "a key is a word, not a list or a mapping" : "a key is empty";
        this.#fault(keyPlace, "yaml", message, this.#lineHint(rangeOf(key)[0]));
        continue;
      }
      const first = seen.get(name);
      if (first !== undefined) {
        const at = first.range?.start;
        this.#fault(
          keyPlace,
          "duplicate-key",
          `"${name}" is here a second time; the first is at ${at?.line}:${at?.column}`,
          isMergeKey(key) ? "merge several with a list: <<: [*a, *b]" : undefined,
        );
        continue;
      }
      seen.set(name, keyPlace);
      const node = value === null ? this.#convertScalar(undefined, keyPlace) : this.convert(value);
      if (!isMergeKey(key)) entries.set(name, { place: keyPlace, value: node });
      else
        for (const [merged, entry] of this.#mergedEntries(node))
          if (!own.has(merged) && !entries.has(merged)) entries.set(merged, entry);
    }
    return { kind: "map", entries, place };
  }

  #mergedEntries(node: Node): readonly (readonly [string, Entry])[] {
    const entries: (readonly [string, Entry])[] = [];
    for (const map of node.kind === "list" ? node.items : [node]) {
      if (map.kind === "map") entries.push(...map.entries);
      else this.#fault(map.place, "type", 'a merge key "<<" takes a mapping or a list of mappings');
    }
    return entries;
  }

  /** A key as it is written, so that `1` and `true` are names like any other; undefined for lists and mappings. */
  #keyOf(key: unknown): string | undefined {
    const node = isAlias(key) ? key.resolve(this.#document) : key;
    if (!isScalar(node)) return isAlias(key) ? "" : undefined;
    return node.type === "PLAIN" && node.source !== undefined ? node.source : String(node.value ?? "");
  }

  #checkTag(node: unknown, place: Place): void {
    const tag = isNode(node) ? node.tag : undefined;
    if (tag !== undefined && !CORE_TAG.test(tag))
      this.#fault(place, "yaml", `the tag "${tag}" is not supported`, this.#lineHint(rangeOf(node)[0]));
  }

  #fault(place: Place, code: string, message: string, hint?: string): void {
    this.findings.push(findingAt(place, code, message, hint === undefined ? {} : { hint }));
  }

  #placeOf(node: unknown): Place {
    return this.#locate(...rangeOf(node));
  }

  #lineHint(offset: number): string | undefined {
    return quoteHint(this.#text, this.#text.lastIndexOf("\n", Math.max(0, offset - 1)) + 1);
  }
}

/** Where a node of the parser begins and ends; it leaves the range out only on nodes that were made by hand. */
function rangeOf(node: unknown): readonly [from: number, to: number] {
  const [from = 0, to = 0] = (isNode(node) && node.range) || [];
  return [from, to];
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN";
}
