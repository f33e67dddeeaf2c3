import { renderPath } from "../state-model.ts";
import type { Fault, Rule } from "../rule.ts";

/** Two states that give one file two modes. */
export const fileMode: Rule = {
  name: "file-mode",
  severity: "error",
  check: ({ analysis: { workflow } }) => {
    const modes = new Map<string, { readonly state: string; readonly mode: string }>();
    return [...workflow.states.values()].flatMap(({ name, file, mode }): readonly Fault[] => {
      if (file === undefined || mode === undefined) return [];
      const path = renderPath(file, workflow) ?? file;
      const other = modes.get(path);
      if (other === undefined) modes.set(path, { state: name, mode });
      if (other === undefined || other.mode === mode) return [];
      return [
        {
          message: `state "${name}" gives "${path}" the mode "${mode}", and state "${other.state}" gives it the mode "${other.mode}"`,
          pointer: ["states", name, "mode"],
          state: name,
          hint: "one file has one mode",
        },
      ];
    });
  },
};
