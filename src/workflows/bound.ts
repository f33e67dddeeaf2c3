import { environmentName } from "../compiler/environment-name.ts";
import type { Workflow } from "../engine/types.ts";
import { BOUND } from "./generated/bound.js";

/**
 * A bundled workflow as `bindWorkflow` gives it, made at build; undefined when there is none of this name, or when the
 * environment sets one of its variables, so that it has to be bound here and now.
 */
export function readBound(name: string, env: Readonly<Record<string, string | undefined>>): Workflow | undefined {
  const bound = BOUND.get(name)?.();
  if (bound === undefined) return undefined;
  if (Object.keys(bound.vars).some((variable) => env[environmentName(variable)] !== undefined)) return undefined;
  return { ...bound, states: new Map(bound.states.map((state) => [state.name, state])), modes: new Map(bound.modes) };
}
