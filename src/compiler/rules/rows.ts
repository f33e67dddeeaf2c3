import { parseGlobs } from "../../engine/glob.ts";
import { parsePattern } from "../../engine/pattern.ts";
import type { Finding } from "../../finding.ts";
import { isTemplate, type Model, type StateNode } from "../model.ts";
import { placeInText } from "../layout.ts";
import { entriesOf, entryOf, findingAt, type Entry, type Place } from "../tree.ts";
import { checkName } from "./known-state.ts";

/** Patterns that read, and targets that are right: a state, or a refusal. */
export function checkRows(model: Model): readonly Finding[] {
  return model.states.flatMap((state) => {
    const rows = entriesOf(state.props.get("on")?.value);
    return [
      ...rows.flatMap(([pattern, entry]) => checkPattern(pattern, entry.place, state)),
      ...rows.flatMap(([pattern, entry]) => checkTarget(pattern, entry, state, model)),
      ...checkDrop(state),
    ];
  });
}

function checkPattern(pattern: string, place: Place, state: StateNode): readonly Finding[] {
  if (isTemplate(pattern)) return [];
  const parsed = parsePattern(pattern);
  if (!("fault" in parsed)) return [];
  const { fault, offset, hint } = parsed;
  return [
    findingAt(placeInKey(pattern, place, offset), "pattern", `in the pattern "${pattern}": ${fault}`, {
      state: state.name,
      ...(hint === undefined ? {} : { hint }),
    }),
  ];
}

function checkTarget(pattern: string, { value }: Entry, state: StateNode, model: Model): readonly Finding[] {
  const told = `the row "${pattern}" of state "${state.name}"`;
  if (value.kind !== "map") return checkName(value, told, state, model);
  const to = entryOf(value, "to");
  const refuse = entryOf(value, "refuse");
  if (to !== undefined && refuse !== undefined) {
    return [
      findingAt(refuse.place, "target", `${told} has "to" and "refuse"; a target is one of them`, {
        state: state.name,
      }),
    ];
  }
  if (to !== undefined) return checkName(to.value, told, state, model);
  if (refuse !== undefined || (value.entries.size > 0 && hasUnknown(value.entries))) return [];
  return [
    findingAt(value.place, "target", `${told} leads nowhere`, {
      hint: 'a target is a state\'s name, { to: … } or { refuse: "…" }',
      state: state.name,
    }),
  ];
}

function hasUnknown(entries: ReadonlyMap<string, Entry>): boolean {
  return [...entries.keys()].some((key) => !["to", "refuse", "action", "describe"].includes(key));
}

function checkDrop(state: StateNode): readonly Finding[] {
  const drop = state.props.get("drop")?.value;
  return (drop?.kind === "list" ? drop.items : []).flatMap((item) => {
    if (item.kind !== "scalar" || typeof item.value !== "string" || isTemplate(item.value)) return [];
    const parsed = parseGlobs(item.value);
    if (!("fault" in parsed)) return [];
    const at = placeInText(item.place, item.layout, { line: 1, column: parsed.offset + 1 });
    return [
      findingAt(at, "pattern", `in the glob "${item.value}": ${parsed.fault}`, {
        state: state.name,
        ...(parsed.hint === undefined ? {} : { hint: parsed.hint }),
      }),
    ];
  });
}

/** The place of an offset in a key, which is plain or quoted without escapes; else the whole key. */
function placeInKey(key: string, place: Place, offset: number): Place {
  if (place.range === undefined) return place;
  const { start, end } = place.range;
  const quotes = end.line === start.line ? end.column - start.column - key.length : -1;
  if (quotes !== 0 && quotes !== 2) return place;
  return placeInText(
    place,
    { line: start.line, column: start.column + quotes / 2, lines: false },
    { line: 1, column: offset + 1 },
  );
}
