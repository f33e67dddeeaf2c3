import { findingAt, stringOf, type Entry, type MapNode, type Node, type Place } from "../compiler/tree.ts";
import type { Finding } from "../finding.ts";
import { suggestName } from "../report/suggest.ts";

/** Reads values off a positioned tree and collects what is wrong with them; total, nothing is thrown. */
export class NodeReader {
  readonly findings: Finding[] = [];

  report(place: Place, code: string, message: string, hint?: string): void {
    this.findings.push(findingAt(place, code, message, hint === undefined ? {} : { hint }));
  }

  /** A name that has to be one of the known ones. */
  known(place: Place, name: string, known: readonly string[], what: string): boolean {
    if (known.includes(name)) return true;
    const close = suggestName(name, known);
    const hint = close === undefined ? `there are: ${known.join(", ") || "none"}` : `did you mean "${close}"?`;
    this.report(place, `unknown-${what.split(" ", 1)[0] ?? what}`, `there is no ${what} "${name}"`, hint);
    return false;
  }

  map(node: Node, what: string, example: string): MapNode | undefined {
    if (node.kind === "map") return node;
    this.report(node.place, "type", `${what} is ${shown(node)}; it takes a mapping`, `for example ${example}`);
    return undefined;
  }

  items(node: Node, what: string, example: string): readonly Node[] {
    if (node.kind === "list") return node.items;
    this.report(node.place, "type", `${what} is ${shown(node)}; it takes a list`, `for example ${example}`);
    return [];
  }

  /** A scalar as it is written: `1.10` stays `1.10`. */
  text(node: Node, what: string): string | undefined {
    if (node.kind === "scalar" && node.value !== null) return stringOf(node) ?? node.text;
    this.report(node.place, "type", `${what} is ${shown(node)}; it takes a text`);
    return undefined;
  }

  /** One text, or a list of them. */
  texts(node: Node, what: string): readonly { readonly text: string; readonly place: Place }[] {
    const nodes = node.kind === "list" ? node.items : [node];
    return nodes.flatMap((one) => {
      const text = this.text(one, what);
      return text === undefined ? [] : [{ text, place: one.place }];
    });
  }

  flag(node: Node, what: string): boolean {
    if (node.kind === "scalar" && typeof node.value === "boolean") return node.value;
    this.report(node.place, "type", `${what} is ${shown(node)}; it takes true or false`);
    return false;
  }

  /** Reports every key that is none of the known ones. */
  keys(map: MapNode, known: readonly string[], where: string): void {
    for (const [key, { place }] of map.entries) {
      if (known.includes(key)) continue;
      this.report(place, "unknown-key", `unknown key "${key}" in ${where}`, hintFor(key, known));
    }
  }

  /** Path to text; paths are those of a repository. */
  files(entry: Entry | undefined, what: string): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    if (entry === undefined) return files;
    const map = this.map(entry.value, what, '{ src/a.ts: "export const a = 1;" }');
    for (const [path, { place, value }] of map?.entries ?? []) {
      const text = value.kind === "scalar" && value.value === null ? "" : this.text(value, `the file "${path}"`);
      if (text !== undefined && this.path(path, place)) files.set(path, text);
    }
    return files;
  }

  path(path: string, place: Place): boolean {
    const parts = path.split("/");
    const isSound = parts.every((part) => part !== "" && part !== "." && part !== ".." && part !== ".git");
    if (!isSound) this.report(place, "path", `"${path}" is no path of a file in a repository`, "for example src/a.ts");
    return isSound;
  }
}

export function hintFor(key: string, known: readonly string[]): string {
  const close = suggestName(key, known);
  return close === undefined ? `known are: ${known.join(", ")}` : `did you mean "${close}"?`;
}

function shown(node: Node): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a mapping";
  return node.value === null ? "empty" : JSON.stringify(node.text);
}
