import type { Finding } from "../../finding.ts";
import { suggestName } from "../../report/suggest.ts";
import { parseDuration } from "../duration.ts";
import { isTemplate, keyPlace, textOf, valuePlace, type Model } from "../model.ts";
import { entriesOf, findingAt } from "../tree.ts";

/** Modes that need no declaration. */
export const BUILT_IN_MODES = ["qa", "review", "verdict", "prose"] as const;

/** A mode exists and has a file; a time-out is a time. */
export function checkFiles(model: Model): readonly Finding[] {
  const modes = new Set<string>([...BUILT_IN_MODES, ...entriesOf(model.modes).map(([name]) => name)]);
  return model.states.flatMap((state) => {
    const findings: Finding[] = [];
    const mode = textOf(state, "mode");
    if (mode !== undefined && !modes.has(mode)) {
      const close = suggestName(mode, modes);
      const hint = close === undefined ? `modes: ${[...modes].join(", ")}` : `did you mean "${close}"?`;
      findings.push(
        findingAt(valuePlace(state, "mode"), "mode", `mode "${mode}" of state "${state.name}" does not exist`, {
          hint,
          state: state.name,
        }),
      );
    }
    if (state.props.has("mode") && !state.props.has("file") && !state.contents.includes("commit")) {
      findings.push(
        findingAt(keyPlace(state, "mode"), "file-mode", `state "${state.name}" has a "mode" but no "file"`, {
          hint: "file: PLAN.md",
          state: state.name,
        }),
      );
    }
    const timeout = textOf(state, "timeout");
    if (timeout !== undefined && !isTemplate(timeout) && parseDuration(timeout) === undefined) {
      findings.push(
        findingAt(
          valuePlace(state, "timeout"),
          "duration",
          `"timeout" of state "${state.name}" is "${timeout}", no time`,
          { hint: 'for example "90s", "10m" or "2h"', state: state.name },
        ),
      );
    }
    return findings;
  });
}
