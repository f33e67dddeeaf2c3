import type { Finding } from "../../finding.ts";
import { suggestName } from "../../report/suggest.ts";
import { checkTemplate } from "../../template/check.ts";
import { TEMPLATE_MEMBERS } from "../../template/context.ts";
import { placeInText } from "../layout.ts";
import { isTemplate, type Model, type StateNode } from "../model.ts";
import { entriesOf, entryOf, findingAt, type Node, type ScalarNode } from "../tree.ts";

/** Properties whose templates see all of `it`. */
const FULL = ["prompt", "script", "message", "commit", "model", "memory", "label", "file", "capture"] as const;

interface Template {
  readonly scalar: ScalarNode;
  readonly told: string;
  readonly state?: string;
  /** Only `it.vars` is known there. */
  readonly varsOnly: boolean;
}

/** Templates compile, and read declared variables and known members of `it`. Runs none of them. */
export function checkTemplates(model: Model): readonly Finding[] {
  const vars = new Set([...entriesOf(model.workflowVars), ...entriesOf(model.configVars)].map(([name]) => name));
  return [...model.states.flatMap(templatesOf), ...modeTemplates(model.modes)].flatMap((template) =>
    checkOne(template, vars),
  );
}

function templatesOf(state: StateNode): readonly Template[] {
  const { name, props } = state;
  const one = (node: Node | undefined, key: string, varsOnly: boolean): readonly Template[] =>
    node?.kind === "scalar" && typeof node.value === "string"
      ? [{ scalar: node, told: `"${key}" of state "${name}"`, state: name, varsOnly }]
      : [];
  const drop = props.get("drop")?.value;
  return [
    ...FULL.flatMap((key) => one(props.get(key)?.value, key, false)),
    ...one(props.get("timeout")?.value, "timeout", true),
    ...one(entryOf(props.get("retry")?.value, "max")?.value, "retry.max", true),
    ...(drop?.kind === "list" ? drop.items : []).flatMap((item) => one(item, "drop", true)),
    ...entriesOf(props.get("on")?.value).map(([pattern, { place }]) => ({
      scalar: { kind: "scalar", value: pattern, text: pattern, place } as const,
      told: `the row "${pattern}" of state "${name}"`,
      state: name,
      varsOnly: true,
    })),
  ];
}

function modeTemplates(modes: Node | undefined): readonly Template[] {
  return entriesOf(modes).flatMap(([mode, { value }]) =>
    entriesOf(value).flatMap(([key, { value: node }]) =>
      node.kind === "scalar" ? [{ scalar: node, told: `"${key}" of mode "${mode}"`, varsOnly: false }] : [],
    ),
  );
}

function checkOne({ scalar, told, state, varsOnly }: Template, vars: ReadonlySet<string>): readonly Finding[] {
  const source = String(scalar.value);
  if (!isTemplate(source)) return [];
  const { fault, vars: read, members } = checkTemplate(source);
  const more = state === undefined ? {} : { state };
  if (fault !== undefined) {
    const hint = hasEscapedBreak(scalar) ? { hint: ESCAPED_BREAK } : {};
    const at = placeInText(scalar.place, scalar.layout, fault);
    return [findingAt(at, "template", `${told}: ${fault.message}`, { ...more, ...hint })];
  }
  const at = (text: string) => placeInText(scalar.place, scalar.layout, positionOf(source, text), text.length);
  const findings: Finding[] = [];
  for (const name of read) {
    if (vars.has(name)) continue;
    const close = suggestName(name, vars);
    const hint = close === undefined ? `declare it: vars: { ${name}: … }` : `did you mean "it.vars.${close}"?`;
    findings.push(
      findingAt(at(name), "template", `${told} reads "it.vars.${name}", which no "vars" declares`, { ...more, hint }),
    );
  }
  for (const member of members) {
    if (varsOnly ? member === "vars" : TEMPLATE_MEMBERS.includes(member)) continue;
    const close = suggestName(member, TEMPLATE_MEMBERS);
    const hint = varsOnly
      ? "it.vars alone is known here"
      : close === undefined
        ? `it has: ${TEMPLATE_MEMBERS.join(", ")}`
        : `did you mean "it.${close}"?`;
    findings.push(
      findingAt(at(member), "template", `${told} reads "it.${member}", which is not there`, { ...more, hint }),
    );
  }
  return findings;
}

const ESCAPED_BREAK =
  'in double quotes YAML makes a line break of "\\n" before the template is read: write "\\\\n", or put the text in a block behind "|"';

/** Whether a text of several lines stands on one line of its file, which only escapes in double quotes can bring about. */
function hasEscapedBreak({ value, place: { range } }: ScalarNode): boolean {
  return (
    typeof value === "string" && value.includes("\n") && range !== undefined && range.start.line === range.end.line
  );
}

/** Line and column of a name's first use in a template. */
function positionOf(source: string, name: string): { readonly line: number; readonly column: number } {
  const index = Math.max(0, source.search(new RegExp(`\\b${name.replaceAll("$", "\\$")}\\b`)));
  const before = source.slice(0, index).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
