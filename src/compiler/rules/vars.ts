import type { Finding } from "../../finding.ts";
import type { Model } from "../model.ts";
import { entriesOf, findingAt } from "../tree.ts";

/** `GTD_<NAME>` means something to gtd itself, or to the scripts and agents it starts. */
const OWN: ReadonlySet<string> = new Set([
  "trust",
  "state",
  "actor",
  "file",
  "model",
  "session",
  "resume",
  "prompt_file",
  "prompt",
  "worktree",
  "loop",
]);

/** Names of variables that collide with gtd's own, or with one another in the environment. */
export function checkVars(model: Model): readonly Finding[] {
  const taken = new Map<string, string>();
  return [...entriesOf(model.workflowVars), ...entriesOf(model.configVars)].flatMap(([name, { place }]) => {
    const lower = name.toLowerCase();
    if (OWN.has(lower)) {
      return [
        findingAt(place, "vars", `variable "${name}" collides with gtd's own GTD_${name.toUpperCase()}`, {
          hint: "give it another name",
        }),
      ];
    }
    const other = taken.get(lower) ?? name;
    taken.set(lower, other);
    if (other === name) return [];
    const hint = `did you mean "${other}"?`;
    return [
      findingAt(
        place,
        "vars",
        `variables "${other}" and "${name}" differ in case alone: both are GTD_${name.toUpperCase()} in the environment`,
        { hint },
      ),
    ];
  });
}
