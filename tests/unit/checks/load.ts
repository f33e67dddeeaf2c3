import { loadDefinition, type Loaded } from "../../../src/compiler/load.ts";
import { BUNDLED_NAMES, readBundled } from "../../../src/workflows/index.ts";

export function load(text: string, path = "/.gtdrc.yaml"): Loaded {
  return loadDefinition({
    layers: [{ path, text }],
    readReference: (_, reference) => ({ fault: `"${reference}" does not exist` }),
    bundled: { names: BUNDLED_NAMES, read: readBundled },
  });
}
