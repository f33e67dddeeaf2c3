import { bindWorkflow } from "../../../src/compiler/bind.ts";
import { loadDefinition, type Loaded } from "../../../src/compiler/load.ts";
import type { Workflow } from "../../../src/engine/types.ts";
import { BUNDLED_NAMES, readBundled } from "../../../src/workflows/index.ts";

export function load(text: string, path = "/.gtdrc.yaml"): Loaded {
  return loadDefinition({
    layers: [{ path, text }],
    readReference: (_, reference) => ({ fault: `"${reference}" does not exist` }),
    bundled: { names: BUNDLED_NAMES, read: readBundled },
  });
}

/** A workflow compiled from the text of a configuration; fails when anything is wrong with it. */
export function bind(text: string): Workflow {
  const { workflow, findings } = bindWorkflow(load(text), {}, (hashed) => String(hashed.length));
  if (workflow === undefined) throw new Error(findings.map(({ message }) => message).join("\n"));
  return workflow;
}
