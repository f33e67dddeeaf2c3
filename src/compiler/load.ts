import { compareFindings, type Finding } from "../finding.ts";
import { buildDefinition, readVars } from "./build.ts";
import type { Definition, Settings, Source } from "./definition.ts";
import { extendWorkflow, type Bundled } from "./extend.ts";
import { validateConfig } from "./generated/validate.js";
import { isConfigRows, isRows, mergeMaps, mergeNodes, stripNulls } from "./merge.ts";
import { modelOf } from "./model.ts";
import { needsTrust } from "./needs-trust.ts";
import { parseSource } from "./parse.ts";
import { isBundled, resolveReferences, type ReadReference } from "./references.ts";
import { RULES } from "./rules/index.ts";
import { DEFAULT_SETTINGS, readSettings } from "./settings.ts";
import { checkShape } from "./shape.ts";
import { entryOf, findNode, toValue, type Entry, type MapNode, type Node, type Place, type Pointer } from "./tree.ts";

export interface LoadInput {
  /** Configuration files, outermost first; the innermost wins. */
  readonly layers: readonly Source[];
  readonly readReference: ReadReference;
  readonly bundled: Bundled;
}

/** A configuration with everything it names, read and checked as far as it can be without rendering a template. */
export interface Loaded {
  readonly definition: Definition;
  /** The configuration's variables over the workflow's; the environment is not among them. */
  readonly vars: readonly (readonly [name: string, value: string])[];
  readonly settings: Settings;
  /** Every file that took part: layers, what they extend, and the files they refer to. */
  readonly sources: readonly Source[];
  /** Whether anything in it may end in a command (docs/configuration.md, "Trust"). */
  readonly needsTrust: boolean;
  /** Sorted by place; the paths are those of the sources. */
  readonly findings: readonly Finding[];
  /**
   * Where a value was written: `["states", "idle", "on", "* **"]`, `["vars", "testCommand"]`, `["limits", "turns"]`.
   * The place of its key, or of the value; the nearest thing around it when it was not written at all.
   */
  readonly locate: (pointer: Pointer, part?: "key" | "value") => Place;
  /** Where a value was written; undefined when it was not, so that a default holds. */
  readonly findOrigin: (pointer: Pointer) => Place | undefined;
}

const DEFAULT_WORKFLOW = "default";

/**
 * Reads layers of configuration, merges them, lays the workflow over what it extends and checks the whole. All findings
 * come at once. Runs no template: what is not trusted yet may be loaded.
 */
export function loadDefinition(input: LoadInput): Loaded {
  const findings: Finding[] = [];
  const roots = input.layers.flatMap((layer) => {
    const { root, findings: faults } = parseSource(layer);
    findings.push(...faults);
    if (root === undefined) return [];
    findings.push(...checkShape(root, "config", layer.text));
    return [root];
  });
  const config = mergeLayers(roots, input.layers.at(-1)?.path ?? `bundled:${DEFAULT_WORKFLOW}`);
  const stripped = stripNulls(config, isConfigRows);
  const extended = extendWorkflow(workflowOf(config), input.readReference, input.bundled);
  findings.push(...extended.findings);
  const resolved =
    extended.workflow === undefined
      ? undefined
      : resolveReferences(stripNulls(extended.workflow, isRows), input.readReference);
  findings.push(...(resolved?.findings ?? []));

  const workflow: MapNode = resolved?.workflow ?? { kind: "map", entries: new Map(), place: config.place };
  const configVars = entryOf(stripped, "vars")?.value;
  const modes = overlay(entryOf(workflow, "modes")?.value, entryOf(stripped, "modes")?.value);
  if (resolved !== undefined) {
    const model = modelOf(workflow, configVars, modes);
    findings.push(...RULES.flatMap((check) => check(model)));
  }
  const definition = buildDefinition(extended.name, workflow, modes);
  const tree = effectiveTree(stripped, workflow, modes);
  const sources = new Map(
    [...input.layers, ...extended.sources, ...(resolved?.sources ?? [])].map((source) => [source.path, source]),
  );
  return {
    definition,
    vars: [...new Map([...definition.vars, ...readVars(configVars)])],
    settings: settingsOf(stripped),
    sources: [...sources.values()],
    needsTrust: needsTrust(stripped, input.bundled.names),
    findings: uniqueFindings(findings.map((finding) => placeBundled(finding, extended.origin))),
    findOrigin: (pointer) => {
      const { node, key, whole } = findNode(tree, pointer);
      return whole ? (key ?? node.place) : undefined;
    },
    locate: (pointer, part = "key") => {
      const { node, key, whole } = findNode(tree, pointer);
      return part === "key" || !whole ? (key ?? node.place) : node.place;
    },
  };
}

function mergeLayers(roots: readonly MapNode[], path: string): MapNode {
  const empty: MapNode = { kind: "map", entries: new Map(), place: { path } };
  return roots.reduce((base, root) => mergeMaps(base, root, isConfigRows), empty);
}

function workflowOf(config: MapNode): Node {
  const node = entryOf(config, "workflow")?.value;
  if (node !== undefined && !(node.kind === "scalar" && node.value === null)) return node;
  return { kind: "scalar", value: DEFAULT_WORKFLOW, text: DEFAULT_WORKFLOW, place: config.place };
}

function overlay(base: Node | undefined, over: Node | undefined): Node | undefined {
  return base === undefined || over === undefined ? (over ?? base) : mergeNodes(base, over, () => false);
}

function settingsOf(config: MapNode): Settings {
  const entries = new Map(config.entries);
  entries.delete("workflow");
  const value = toValue({ ...config, entries });
  return validateConfig(value) ? readSettings(value) : DEFAULT_SETTINGS;
}

/** One tree in which every effective value has its place: settings, and the workflow's parts beside them. */
function effectiveTree(config: MapNode, workflow: MapNode, modes: Node | undefined): MapNode {
  const entries = new Map<string, Entry>(config.entries);
  const states = entryOf(workflow, "states");
  if (states !== undefined) entries.set("states", states);
  const vars = overlay(entryOf(workflow, "vars")?.value, entryOf(config, "vars")?.value);
  if (vars !== undefined) entries.set("vars", { place: vars.place, value: vars });
  if (modes !== undefined) entries.set("modes", { place: modes.place, value: modes });
  return { ...config, entries };
}

/** What is wrong with a part of a bundled workflow comes from what is laid over it: shown where the file names the base. */
function placeBundled(finding: Finding, origin: Place | undefined): Finding {
  if (origin === undefined || !isBundled(finding)) return finding;
  const name = finding.path.slice("bundled:".length);
  return { ...finding, message: `${finding.message} (in the bundled workflow "${name}")`, ...origin };
}

/** A file that is laid twice, or a shared anchor, says its findings once. */
function uniqueFindings(findings: readonly Finding[]): readonly Finding[] {
  const unique = new Map(
    findings.map((finding) => [JSON.stringify([finding.code, finding.message, finding.path, finding.range]), finding]),
  );
  return [...unique.values()].sort(compareFindings);
}
