import { entriesOf, stringOf, type MapNode } from "./tree.ts";

const HARMLESS: ReadonlySet<string> = new Set(["$schema", "limits", "models", "timeouts"]);
const HARMLESS_PERMISSIONS: ReadonlySet<string> = new Set(["read", "edit"]);

/**
 * Whether a merged configuration says anything that may end in a command: all but `$schema`, `limits`, `models`,
 * `timeouts`, `permission` up to `edit`, and a bundled workflow's name.
 */
export function needsTrust(config: MapNode, bundledNames: readonly string[]): boolean {
  return entriesOf(config).some(([key, { value }]) => {
    if (HARMLESS.has(key)) return false;
    const text = stringOf(value);
    if (text === undefined) return true;
    if (key === "permission") return !HARMLESS_PERMISSIONS.has(text);
    return key !== "workflow" || !bundledNames.includes(text);
  });
}
