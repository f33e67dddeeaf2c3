import type { ContentKind } from "../engine/types.ts";
import type { Finding } from "../finding.ts";
import { CONTENT_KEYS } from "./references.ts";
import { entriesOf, entryOf, findingAt, stringOf, type Entry, type MapNode, type Node, type Place } from "./tree.ts";

/** A state as declared, whatever its shape. */
export interface StateNode {
  readonly name: string;
  /** Place of its name. */
  readonly place: Place;
  readonly props: ReadonlyMap<string, Entry>;
  /** The contents it has; one when it is right. */
  readonly contents: readonly ContentKind[];
}

/** What the rules of the compiler look at: one workflow with everything laid over it, and the configuration's own part. */
export interface Model {
  readonly states: readonly StateNode[];
  /** Names of all declared states, those of a wrong shape too. */
  readonly names: ReadonlySet<string>;
  /** False when `states` has a wrong shape, which is a finding already. */
  readonly whole: boolean;
  /** Place of `states`, or of the workflow. */
  readonly place: Place;
  readonly workflowVars: Node | undefined;
  readonly configVars: Node | undefined;
  /** The workflow's modes with the configuration's over them. */
  readonly modes: Node | undefined;
}

export function modelOf(workflow: MapNode, configVars: Node | undefined, modes: Node | undefined): Model {
  const declared = entryOf(workflow, "states");
  const all = entriesOf(declared?.value);
  const states = all.flatMap(([name, { place, value }]) => {
    if (value.kind !== "map") return [];
    const contents = CONTENT_KEYS.filter((key) => value.entries.has(key));
    return [{ name, place, props: value.entries, contents }];
  });
  return {
    states,
    whole: declared === undefined || declared.value.kind === "map",
    names: new Set(all.map(([name]) => name)),
    place: declared?.place ?? workflow.place,
    workflowVars: entryOf(workflow, "vars")?.value,
    configVars,
    modes,
  };
}

/** A property's string with the place of it, when it has one. */
export function textOf(state: StateNode, key: string): { readonly text: string; readonly place: Place } | undefined {
  const node = state.props.get(key)?.value;
  const text = stringOf(node);
  return node === undefined || text === undefined ? undefined : { text, place: node.place };
}

/** Names of states in a property that takes one name or a list of them. */
export function namesIn(node: Node | undefined): readonly (readonly [name: string, place: Place])[] {
  const nodes = node?.kind === "list" ? node.items : node === undefined ? [] : [node];
  return nodes.flatMap((each) => {
    const name = stringOf(each);
    return name === undefined ? [] : [[name, each.place] as const];
  });
}

/** Whether a text is a template and so not known before it is rendered. */
export function isTemplate(text: string): boolean {
  return text.includes("<%");
}

/** A finding on a state. */
export function stateFinding(state: StateNode, place: Place, code: string, message: string, hint?: string): Finding {
  return findingAt(place, code, message, { state: state.name, ...(hint === undefined ? {} : { hint }) });
}
