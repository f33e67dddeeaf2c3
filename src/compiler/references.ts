import type { Finding } from "../finding.ts";
import type { Source } from "./definition.ts";
import { entriesOf, findingAt, stringOf, type Entry, type MapNode, type Place } from "./tree.ts";

/** Reads the file that a reference names; `from` is the file that declares it. A fault says why it cannot be read. */
export type ReadReference = (from: string, reference: string) => Source | { readonly fault: string };

export const CONTENT_KEYS = ["prompt", "script", "message", "commit"] as const;

export interface Resolved {
  readonly workflow: MapNode;
  readonly sources: readonly Source[];
  readonly findings: readonly Finding[];
}

/** A one-line value without blanks that starts with `./` or `../` names a file. */
export function isReference(value: string): boolean {
  return /^\.\.?\/\S+$/.test(value);
}

/** Puts the texts of files in the place of the references to them. What a bundled workflow says is resolved already. */
export function resolveReferences(workflow: MapNode, read: ReadReference): Resolved {
  const sources = new Map<string, Source>();
  const findings: Finding[] = [];
  const readContent = (entry: Entry, state: string): Entry => {
    const reference = stringOf(entry.value);
    const { place } = entry.value;
    if (reference === undefined || !isReference(reference) || isBundled(place)) return entry;
    const source = read(place.path, reference);
    if ("fault" in source) {
      findings.push(findingAt(place, "reference", source.fault, { state }));
      return entry;
    }
    sources.set(source.path, source);
    const start = { line: 1, column: 1 };
    const inside = { path: source.path, range: { start, end: start } };
    const value = {
      kind: "scalar",
      value: source.text,
      text: source.text,
      place: inside,
      layout: { ...start, lines: true },
    } as const;
    return { place: entry.place, value };
  };
  const states = new Map(
    entriesOf(workflow.entries.get("states")?.value).map(([name, entry]) => {
      if (entry.value.kind !== "map") return [name, entry];
      const props = new Map(entry.value.entries);
      for (const key of CONTENT_KEYS) {
        const content = props.get(key);
        if (content !== undefined) props.set(key, readContent(content, name));
      }
      return [name, { ...entry, value: { ...entry.value, entries: props } }];
    }),
  );
  const declared = workflow.entries.get("states");
  if (declared?.value.kind !== "map") return { workflow, sources: [], findings };
  const entries = new Map(workflow.entries).set("states", {
    ...declared,
    value: { ...declared.value, entries: states },
  });
  return { workflow: { ...workflow, entries }, sources: [...sources.values()], findings };
}

export function isBundled(place: Place): boolean {
  return place.path.startsWith("bundled:");
}
