import { showBytes } from "../report/sanitize.ts";
import { isBroken } from "./file-name.ts";
import type { TreeChange } from "./types.ts";

export interface DiffSection {
  readonly path: string;
  readonly text: string;
}

/**
 * Cuts a patch without renames into its files. git prints them in the order of the changes, a change of type as
 * two; names are taken from there, as a patch quotes them. A patch that is not whole loses its last file.
 */
export function splitSections(patch: string, changes: readonly TreeChange[], whole: boolean): DiffSection[] {
  const texts = patch.split(/(?<=\n)(?=diff --git )/);
  const sections: DiffSection[] = [];
  let at = 0;
  for (const change of changes) {
    const parts = texts.slice(at, (at += isRetyped(change) ? 2 : 1));
    const cut = !whole && at >= texts.length;
    if (parts.length === 0 || cut) break;
    sections.push({ path: change.path, text: parts.join("") });
  }
  return sections;
}

function isRetyped({ before, after }: TreeChange): boolean {
  return before !== null && after !== null && before.mode.slice(0, 3) !== after.mode.slice(0, 3);
}

/** How many names of files that were left out are worth a reader's time. */
const NAMES = 20;

/** The files that fit `limit` bytes, and a line that names the others and the command that shows them. */
export function joinSections(
  sections: readonly DiffSection[],
  changes: readonly TreeChange[],
  { limit, command }: { readonly limit: number; readonly command: string },
): string {
  const shown: string[] = [];
  const paths = new Set<string>();
  let bytes = 0;
  for (const { path, text } of sections) {
    const size = Buffer.byteLength(text);
    if (bytes + size > limit) continue;
    bytes += size;
    shown.push(text);
    paths.add(path);
  }
  const left = changes.map(({ path }) => path).filter((path) => !paths.has(path));
  if (left.length === 0) return shown.join("");
  const names = left
    .slice(0, NAMES)
    .map((path) => (isBroken(path) ? `"${showBytes(path)}"` : JSON.stringify(path)))
    .join(", ");
  const more = left.length > NAMES ? ` and ${left.length - NAMES} more` : "";
  const args = left.slice(0, NAMES).map(quoteArgument).join(" ");
  return `${shown.join("")}[${left.length} of ${changes.length} files left out, the diff is over ${limit} bytes: ${names}${more}; to see them: ${command} -- ${args}]\n`;
}

function quoteArgument(path: string): string {
  // The one quoting in which a shell takes bytes; bash, zsh and ksh know it.
  if (isBroken(path)) return `$'${showBytes(path.replace(/[\\']/g, "\\$&"))}'`;
  return /^[\w./:@%+=,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
