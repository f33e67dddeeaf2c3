import type { Finding } from "../../finding.ts";
import { suggestName } from "../../report/suggest.ts";
import { parseDuration } from "../duration.ts";
import { isTemplate, stateFinding, textOf, type Model, type StateNode } from "../model.ts";
import { entriesOf } from "../tree.ts";

/** Modes that need no declaration. */
export const BUILT_IN_MODES = ["qa", "review", "verdict", "prose"] as const;

/** A mode exists and has a file; a time-out is a time. */
export function checkFiles(model: Model): readonly Finding[] {
  const modes = new Set<string>([...BUILT_IN_MODES, ...entriesOf(model.modes).map(([name]) => name)]);
  return model.states.flatMap((state) => [
    ...checkMode(state, modes),
    ...checkModeHasFile(state),
    ...checkTimeout(state),
  ]);
}

function checkMode(state: StateNode, modes: ReadonlySet<string>): readonly Finding[] {
  const mode = textOf(state, "mode");
  if (mode === undefined || modes.has(mode.text)) return [];
  const close = suggestName(mode.text, modes);
  const hint = close === undefined ? `modes: ${[...modes].join(", ")}` : `did you mean "${close}"?`;
  return [stateFinding(state, mode.place, "mode", `mode "${mode.text}" of state "${state.name}" does not exist`, hint)];
}

function checkModeHasFile(state: StateNode): readonly Finding[] {
  const mode = state.props.get("mode");
  if (mode === undefined || state.props.has("file") || state.contents.includes("commit")) return [];
  const message = `state "${state.name}" has a "mode" but no "file"`;
  return [stateFinding(state, mode.place, "file-mode", message, "file: PLAN.md")];
}

function checkTimeout(state: StateNode): readonly Finding[] {
  const timeout = textOf(state, "timeout");
  if (timeout === undefined || isTemplate(timeout.text) || parseDuration(timeout.text) !== undefined) return [];
  const message = `"timeout" of state "${state.name}" is "${timeout.text}", no time above zero`;
  return [stateFinding(state, timeout.place, "duration", message, 'for example "90s", "10m" or "2h"')];
}
