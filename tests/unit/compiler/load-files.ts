import { posix } from "node:path";
import type { Definition, Source } from "../../../src/compiler/definition.ts";
import { loadDefinition, type Loaded } from "../../../src/compiler/load.ts";

/** Loads configurations from a table of files: the first is the only layer, unless `layers` names others. */
export function load(
  files: Readonly<Record<string, string>>,
  {
    layers,
    bundled = {},
  }: { readonly layers?: readonly string[]; readonly bundled?: Readonly<Record<string, Definition>> } = {},
): Loaded {
  const [first = ""] = Object.keys(files);
  const read = (path: string): Source => ({ path, text: files[path] ?? "" });
  return loadDefinition({
    layers: (layers ?? [first]).map(read),
    readReference: (from, reference) => {
      const path = posix.resolve(posix.dirname(from), reference);
      return files[path] === undefined ? { fault: `"${reference}" does not exist` } : read(path);
    },
    bundled: { names: Object.keys(bundled), read: (name) => bundled[name] },
  });
}
