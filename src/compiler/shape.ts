import type { ErrorObject } from "ajv";
import type { Finding } from "../finding.ts";
import { suggestName } from "../report/suggest.ts";
import { validateConfig, validateWorkflow } from "./generated/validate.js";
import { quoteHint } from "./quote-hint.ts";
import { entryOf, findingAt, findNode, toValue, type MapNode, type Node, type Place, type Pointer } from "./tree.ts";

export type ShapeName = "config" | "workflow";

const VALIDATORS = { config: validateConfig, workflow: validateWorkflow } as const;

/** Keywords whose meaning a rule of the compiler reports, with a place of its own. */
const LEFT_TO_RULES: ReadonlySet<string> = new Set(["if", "oneOf", "required"]);

/** By the name of the definition in schema.json whose pattern failed. */
const PATTERNS: Readonly<Record<string, { readonly code: string; readonly what: string; readonly hint: string }>> = {
  varName: {
    code: "vars",
    what: "no name of a variable: it has letters, digits and underscores, and begins with no digit",
    hint: "testCommand: npm test",
  },
  entryName: {
    code: "entry",
    what: "no name of an entry: it is one word that begins with no dash",
    hint: "entry: fix",
  },
  duration: {
    code: "duration",
    what: 'no time: it is a number above zero with "ms", "s", "m" or "h"',
    hint: 'for example "90s", "10m" or "2h"',
  },
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "a mapping",
  array: "a list",
};

/** Holds one file's tree against schema.json: unknown keys, wrong types and wrong values, each where it stands. */
export function checkShape(root: MapNode, shape: ShapeName, text: string): readonly Finding[] {
  const validate = VALIDATORS[shape];
  if (validate(toValue(root))) return [];
  return (validate.errors ?? []).flatMap((error) => describeError(error, root, text) ?? []);
}

function describeError(error: ErrorObject, root: MapNode, text: string): Finding | undefined {
  if (LEFT_TO_RULES.has(error.keyword) || error.propertyName !== undefined) return undefined;
  const pointer = error.instancePath.split("/").slice(1).map(unescapePointer);
  const { node } = findNode(root, pointer);
  const name = nameOf(pointer, root);
  switch (error.keyword) {
    case "additionalProperties":
      return describeUnknown(error, node, pointer);
    case "type":
      return describeType(error, node, name, text);
    case "enum": {
      const allowed = listOf(error.params["allowedValues"]).filter((value) => typeof value === "string");
      const close = suggestName(shown(node), allowed);
      return findingAt(
        node.place,
        "value",
        `${name} is ${quoted(node)}; allowed: ${allowed.map((value) => `"${value}"`).join(", ")}`,
        hintOf(close),
      );
    }
    case "propertyNames": {
      const key = String(error.params["propertyName"]);
      return describePattern(entryOf(node, key)?.place ?? node.place, key, "varName");
    }
    case "pattern":
      return describePattern(node.place, shown(node), /#\/definitions\/(\w+)/.exec(error.schemaPath)?.[1] ?? "");
    case "minLength":
      return findingAt(node.place, "value", `${name} is empty`);
    case "minimum":
      return findingAt(node.place, "value", `${name} is ${quoted(node)}; it is at least ${error.params["limit"]}`);
    default:
      return findingAt(node.place, "value", `${name} is ${quoted(node)}; it ${error.message ?? "is not allowed"}`);
  }
}

function describeUnknown(error: ErrorObject, node: Node, pointer: Pointer): Finding {
  const key = String(error.params["additionalProperty"]);
  const known = Object.keys(error.parentSchema?.["properties"] ?? {}).filter((name) => name !== "$schema");
  const close = suggestName(key, known);
  const where = pointer.length === 0 ? "at the top" : `in "${pointer.at(-1)}"`;
  const hint = hintOf(close).hint ?? `known ${where}: ${known.join(", ")}`;
  return findingAt(entryOf(node, key)?.place ?? node.place, "unknown-key", `unknown key "${key}" ${where}`, { hint });
}

function describeType(error: ErrorObject, node: Node, name: string, text: string): Finding {
  const types = listOf(error.params["type"]).flatMap((type) => TYPE_NAMES[String(type)] ?? []);
  const message = `${name} is ${quoted(node)}; it takes ${types.join(" or ")}`;
  const example = listOf(error.parentSchema?.["examples"])[0];
  const hint =
    commentHint(node, types, text) ?? (example === undefined ? undefined : `for example ${JSON.stringify(example)}`);
  return findingAt(node.place, "type", message, hint === undefined ? {} : { hint });
}

function nameOf(pointer: Pointer, root: Node): string {
  const parent = findNode(root, pointer.slice(0, -1)).node;
  return parent.kind === "list" ? `an item of "${pointer.at(-2)}"` : `"${pointer.at(-1)}"`;
}

/** A row whose key has " #" in it reads as a string and a comment. */
function commentHint(node: Node, types: readonly string[], text: string): string | undefined {
  const line = node.place.range?.start.line;
  if (node.kind !== "scalar" || line === undefined || !types.includes("a mapping")) return undefined;
  const lines = text.split("\n").slice(0, line - 1);
  return quoteHint(
    text,
    lines.reduce((sum, each) => sum + each.length + 1, 0),
  );
}

function describePattern(place: Place, found: string, definition: string): Finding {
  const { code, what, hint } = PATTERNS[definition] ?? { code: "value", what: "not allowed here", hint: "" };
  return findingAt(place, code, `"${found}" is ${what}`, hint === "" ? {} : { hint });
}

function hintOf(close: string | undefined): { readonly hint?: string } {
  return close === undefined ? {} : { hint: `did you mean "${close}"?` };
}

function quoted(node: Node): string {
  if (node.kind === "list") return "a list";
  if (node.kind === "map") return "a mapping";
  return node.value === null ? "empty" : typeof node.value === "string" ? JSON.stringify(node.value) : node.text;
}

function shown(node: Node): string {
  return node.kind === "scalar" ? node.text : quoted(node);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
