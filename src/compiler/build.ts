import type { DeclaredMode, Permission } from "../engine/types.ts";
import type { Definition, StateSource, TargetSource } from "./definition.ts";
import { namesIn } from "./model.ts";
import { entriesOf, entryOf, stringOf, type Node } from "./tree.ts";

const STRINGS = [
  "actor",
  "prompt",
  "script",
  "message",
  "commit",
  "entry",
  "file",
  "mode",
  "capture",
  "timeout",
  "model",
  "memory",
  "label",
] as const;
const BOOLEANS = ["initial", "allowEmpty"] as const;
const PERMISSIONS: readonly Permission[] = ["read", "edit", "auto", "full"];
const OPERATIONS = ["format", "validate", "signals"] as const;

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The plain definition of a workflow's tree. What has a wrong shape, and so a finding, is left out. */
export function buildDefinition(name: string, workflow: Node, modes: Node | undefined): Definition {
  return {
    name,
    vars: readVars(entryOf(workflow, "vars")?.value),
    modes: entriesOf(modes).map(([mode, { value }]) => [mode, buildMode(value)]),
    states: entriesOf(entryOf(workflow, "states")?.value).flatMap(([state, { value }]) =>
      value.kind === "map" ? [[state, buildState(value)] as const] : [],
    ),
  };
}

/** Variables as strings: a number as it is written, a boolean as `true` or `false`. */
export function readVars(vars: Node | undefined): readonly (readonly [string, string])[] {
  return entriesOf(vars).flatMap(([name, { value }]) => {
    if (value.kind !== "scalar" || value.value === null) return [];
    return [[name, typeof value.value === "number" ? value.text : String(value.value)] as const];
  });
}

function buildMode(node: Node): DeclaredMode {
  const mode: Draft<DeclaredMode> = {};
  for (const key of OPERATIONS) {
    const command = stringOf(entryOf(node, key)?.value);
    if (command !== undefined) mode[key] = command;
  }
  return mode;
}

function buildState(node: Node): StateSource {
  const state: Draft<StateSource> = {};
  const get = (key: string): Node | undefined => entryOf(node, key)?.value;
  for (const key of STRINGS) {
    const text = stringOf(get(key));
    if (text !== undefined) state[key] = text;
  }
  for (const key of BOOLEANS) {
    const flag = booleanOf(get(key));
    if (flag !== undefined) state[key] = flag;
  }
  const permission = PERMISSIONS.find((level) => level === stringOf(get("permission")));
  if (permission !== undefined) state.permission = permission;
  const rows = get("on");
  if (rows !== undefined)
    state.on = entriesOf(rows).flatMap(([pattern, { value }]) =>
      buildTarget(value).map((target) => [pattern, target] as const),
    );
  const retry = buildRetry(get("retry"));
  if (retry !== undefined) state.retry = retry;
  const window = buildWindow(get("window"));
  if (window !== undefined) state.window = window;
  const drop = get("drop");
  if (drop?.kind === "list") state.drop = namesIn(drop).map(([glob]) => glob);
  return state;
}

function buildTarget(node: Node): readonly TargetSource[] {
  const name = stringOf(node);
  if (name !== undefined) return [name];
  const text = (key: string): string | undefined => stringOf(entryOf(node, key)?.value);
  const [to, refuse, action, describe] = [text("to"), text("refuse"), text("action"), text("describe")];
  const told = { ...(action === undefined ? {} : { action }), ...(describe === undefined ? {} : { describe }) };
  if (to !== undefined) return [{ to, ...told }];
  return refuse === undefined ? [] : [{ refuse, ...told }];
}

function buildRetry(node: Node | undefined): StateSource["retry"] | undefined {
  const max = entryOf(node, "max")?.value;
  const otherwise = stringOf(entryOf(node, "otherwise")?.value);
  if (
    max?.kind !== "scalar" ||
    (typeof max.value !== "number" && typeof max.value !== "string") ||
    otherwise === undefined
  )
    return undefined;
  const since = entryOf(node, "since")?.value;
  const names = namesIn(since).map(([name]) => name);
  return { max: max.value, otherwise, ...(since === undefined ? {} : { since: stringOf(since) ?? names }) };
}

function buildWindow(node: Node | undefined): StateSource["window"] | undefined {
  if (node?.kind !== "map") return booleanOf(node);
  const since = stringOf(entryOf(node, "since")?.value);
  return since === undefined ? {} : { since };
}

function booleanOf(node: Node | undefined): boolean | undefined {
  return node?.kind === "scalar" && typeof node.value === "boolean" ? node.value : undefined;
}
