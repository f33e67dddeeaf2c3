import type { Finding } from "../finding.ts";
import { suggestName } from "../report/suggest.ts";
import type { Definition, Source } from "./definition.ts";
import { treeOfDefinition } from "./definition-tree.ts";
import { isRows, mergeMaps } from "./merge.ts";
import { parseSource } from "./parse.ts";
import type { ReadReference } from "./references.ts";
import { checkShape } from "./shape.ts";
import { entryOf, findingAt, stringOf, type MapNode, type Node, type Place } from "./tree.ts";

/** The workflows that come with gtd. */
export interface Bundled {
  readonly names: readonly string[];
  readonly read: (name: string) => Definition | undefined;
}

export interface Extended {
  /** The workflow with every base laid under it; nulls and references are still there. */
  readonly workflow?: MapNode;
  readonly name: string;
  /** Where a file names the bundled workflow that lies at the bottom, if one does. */
  readonly origin?: Place;
  readonly sources: readonly Source[];
  readonly findings: readonly Finding[];
}

/**
 * Finds the workflow that a configuration's `workflow` means and lays it over what it extends, base first.
 * @param node a bundled workflow's name, a file's path, or a definition in place
 */
export function extendWorkflow(node: Node, read: ReadReference, bundled: Bundled): Extended {
  const sources: Source[] = [];
  const findings: Finding[] = [];
  let origin: Place | undefined;

  /** The workflow behind a name or a path; `chain` holds the files that are being read, outermost first. */
  const open = (reference: string, place: Place, key: string, chain: readonly string[]): MapNode | undefined => {
    const definition = bundled.names.includes(reference) ? bundled.read(reference) : undefined;
    if (definition !== undefined) {
      if (place.range !== undefined) origin = place;
      return treeOfDefinition(definition);
    }
    if (!isPath(reference)) {
      const close = suggestName(reference, bundled.names);
      const hint = close === undefined ? "a file's path begins with ./ or ../" : `did you mean "${close}"?`;
      findings.push(
        findingAt(place, key, `"${reference}" is no bundled workflow; there is ${quoteAll(bundled.names)}`, { hint }),
      );
      return undefined;
    }
    const source = read(place.path, reference);
    if ("fault" in source) {
      findings.push(findingAt(place, "reference", source.fault));
      return undefined;
    }
    if (chain.includes(source.path)) {
      findings.push(
        findingAt(
          place,
          "extends",
          `"${reference}" extends itself: ${[...chain.slice(chain.indexOf(source.path)), source.path].join(" extends ")}`,
        ),
      );
      return undefined;
    }
    sources.push(source);
    const parsed = parseSource(source);
    findings.push(...parsed.findings);
    if (parsed.root === undefined) {
      if (parsed.findings.length === 0)
        findings.push(findingAt(place, "workflow", `"${reference}" is empty: a workflow has "states" or "extends"`));
      return undefined;
    }
    findings.push(...checkShape(parsed.root, "workflow", source.text));
    return lay(parsed.root, [...chain, source.path]);
  };

  const lay = (workflow: MapNode, chain: readonly string[]): MapNode | undefined => {
    const base = entryOf(workflow, "extends")?.value;
    const name = stringOf(base);
    if (base === undefined || name === undefined || name === "") return workflow;
    const under = open(name, base.place, "extends", chain);
    if (under === undefined) return undefined;
    const entries = new Map(workflow.entries);
    entries.delete("extends");
    return mergeMaps(under, { ...workflow, entries }, isRows);
  };

  const result = (workflow: MapNode | undefined, name: string): Extended => ({
    ...(workflow === undefined ? {} : { workflow }),
    name,
    ...(origin === undefined ? {} : { origin }),
    sources,
    findings,
  });
  if (node.kind === "map") return result(lay(node, []), "inline");
  if (node.kind === "list" || typeof node.value !== "string") return result(undefined, "inline");
  return result(open(node.value, node.place, "workflow", []), nameOf(node.value));
}

function isPath(reference: string): boolean {
  return reference.includes("/") || /\.(?:ya?ml|json)$/.test(reference);
}

function nameOf(reference: string): string {
  return reference.replace(/^.*\//, "").replace(/\.(?:ya?ml|json)$/, "");
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
