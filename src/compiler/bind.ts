import type { DeclaredMode, Row, Workflow } from "../engine/types.ts";
import { compareFindings, type Finding } from "../finding.ts";
import { bindState } from "./bind-state.ts";
import type { Definition } from "./definition.ts";
import { environmentName } from "./environment-name.ts";
import { Rendering, type Locate } from "./rendering.ts";

/** A definition with the configuration's variables; `locate` gives its findings a place in a file. */
export interface Bindable {
  readonly definition: Definition;
  readonly vars: readonly (readonly [name: string, value: string])[];
  readonly findings?: readonly Finding[];
  readonly locate?: Locate;
}

export interface Bound {
  /** Absent when anything is wrong. */
  readonly workflow?: Workflow;
  /** Those of the loading, if it had any, and what shows only with the variables' values; sorted by place. */
  readonly findings: readonly Finding[];
  /** The key under which each row was declared, before it was rendered: the last part of its pointer for `locate`. */
  readonly declared: ReadonlyMap<Row, string>;
}

/**
 * Gives a definition the values of its variables: renders the keys of `on`, `retry.max`, `timeout` and `drop`.
 * `GTD_<NAME>` of the environment wins over configuration and workflow, for declared names alone. Renders templates, so
 * a configuration is trusted before it comes here.
 * @param hash of a text, as hexadecimal digits: sha-256 wherever the result reaches a trailer
 */
export function bindWorkflow(
  input: Bindable | Definition,
  env: Readonly<Record<string, string | undefined>>,
  hash: (text: string) => string,
): Bound {
  const bindable: Bindable = "definition" in input ? input : { definition: input, vars: input.vars };
  const { definition } = bindable;
  const vars = Object.fromEntries(bindable.vars.map(([name, value]) => [name, env[environmentName(name)] ?? value]));
  const set = new Set(bindable.vars.flatMap(([name]) => (env[environmentName(name)] === undefined ? [] : [name])));
  const loaded = bindable.findings ?? [];
  const rendering = new Rendering(
    vars,
    set,
    loaded.length > 0,
    bindable.locate ?? (() => ({ path: `bundled:${definition.name}` })),
  );
  const states = new Map(
    definition.states.flatMap(([name, source]) => {
      const state = bindState(name, source, rendering);
      return state === undefined ? [] : [[name, state] as const];
    }),
  );
  const initial = [...states.values()].find((state) => state.initial);
  const { declared } = rendering;
  const findings = [...loaded, ...rendering.findings].sort(compareFindings);
  if (initial === undefined || findings.some(({ severity }) => severity === "error")) return { findings, declared };
  const hashes: { states?: string; config?: string } = {};
  const workflow: Workflow = {
    name: definition.name,
    states,
    initial: initial.name,
    vars,
    modes: new Map<string, DeclaredMode>(definition.modes),
    // Only a step names them; taking them costs as much as all the rest.
    get hash() {
      return (hashes.states ??= hash(JSON.stringify(definition.states)));
    },
    get configHash() {
      return (hashes.config ??= hash(JSON.stringify([Object.entries(vars), definition.modes])));
    },
  };
  return { workflow, findings, declared };
}
