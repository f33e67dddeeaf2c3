import type { Definition } from "../compiler/definition.ts";
import { BUNDLED } from "./generated/bundled.js";

/** Names of the workflows that come with gtd. */
export const BUNDLED_NAMES: readonly string[] = [...BUNDLED.keys()];

/** A bundled workflow as it was compiled at build; undefined when there is none of this name. */
export function readBundled(name: string): Definition | undefined {
  return BUNDLED.get(name)?.();
}
