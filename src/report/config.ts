import { Document, isScalar, isSeq } from "yaml";
import { sanitizeText } from "./sanitize.ts";

/** One value that holds, by its keys from the top, and where it comes from: `<file>:<line>`, `default`, … */
export interface ConfigValue {
  readonly keys: readonly string[];
  readonly value: string | number | boolean | readonly string[];
  readonly origin: string;
}

/** The document of `gtd config --json`. */
export function configJson(values: readonly ConfigValue[]) {
  return {
    config: toObject(nest(values)),
    origins: values.map(({ keys, origin }) => ({ key: keys, origin })),
  };
}

/** A configuration as YAML that could be put into a file as it is; with origins, each as a comment behind its value. */
export function renderConfig(values: readonly ConfigValue[], { origins }: { readonly origins: boolean }): string {
  const document = new Document(nest(values));
  if (origins) {
    for (const { keys, origin } of values) {
      const node = document.getIn(keys, true);
      const first = isSeq(node) ? node.items[0] : node;
      if (isScalar(first)) first.comment = ` ${sanitizeText(origin).replaceAll("\n", " ")}`;
    }
  }
  return sanitizeText(document.toString({ lineWidth: 0 }));
}

/** Keys that come first keep their place; a map without a prototype, so that no name has a meaning of its own. */
function nest(values: readonly ConfigValue[]): Map<string, unknown> {
  const root = new Map<string, unknown>();
  for (const { keys, value } of values) {
    let at = root;
    for (const key of keys.slice(0, -1)) {
      const below = at.get(key);
      const next = below instanceof Map ? below : new Map<string, unknown>();
      at.set(key, next);
      at = next;
    }
    at.set(keys.at(-1) ?? "", value);
  }
  return root;
}

function toObject(map: ReadonlyMap<string, unknown>): unknown {
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, value] of map) object[key] = value instanceof Map ? toObject(value) : value;
  return object;
}
