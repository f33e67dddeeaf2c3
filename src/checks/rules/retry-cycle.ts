import type { Workflow } from "../../engine/types.ts";
import type { Rule } from "../rule.ts";

/** A chain of `otherwise` that comes back to where it began, so that its last cap counts for nothing. */
export const retryCycle: Rule = {
  name: "retry-cycle",
  severity: "error",
  check: ({ analysis: { workflow } }) => {
    const told = new Set<string>();
    return [...workflow.states.keys()].flatMap((name) => {
      const path = chainBack(workflow, name);
      if (path === undefined || told.has(name)) return [];
      for (const each of path) told.add(each);
      return [
        {
          message: `"retry.otherwise" of state "${name}" comes back to it: ${path.join(" → ")}`,
          pointer: ["states", name, "retry", "otherwise"],
          state: name,
          witness: () => ({ path }),
          hint: "let the chain end at a state without a cap, where a human can act",
        },
      ];
    });
  },
};

function chainBack({ states }: Workflow, name: string): readonly string[] | undefined {
  const path = [name];
  for (let next = states.get(name)?.retry?.otherwise; next !== undefined; next = states.get(next)?.retry?.otherwise) {
    if (next === name) return [...path, name];
    if (path.includes(next)) return undefined;
    path.push(next);
  }
  return undefined;
}
