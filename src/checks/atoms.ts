import { automatonOf, automatonOfPath, PATHS } from "./glob-automaton.ts";
import { multiply } from "./product.ts";
import { findWords, sampleWords } from "./words.ts";

/** All paths that the same of some globs match: no row that is made of these globs can tell them apart. */
export interface Atom {
  /** One answer a glob, in their order, then one a path. */
  readonly matches: readonly boolean[];
  /** One of the shortest paths of it. */
  readonly path: string;
  /** Up to `SAMPLES` paths of it, fewer when there are no more; the most telling ones first. */
  readonly samples: () => readonly string[];
}

const partitions = new Map<string, readonly Atom[]>();

/**
 * Divides all paths that git can hold by the globs that match them, and by the paths that are told apart from all others. Exact: every path is in one atom, no atom is empty.
 * @throws Undecidable when the globs are no regular languages, or too many of them overlap
 */
export function divideIntoAtoms(globs: readonly string[], paths: readonly string[] = []): readonly Atom[] {
  const key = JSON.stringify([globs, paths]);
  const known = partitions.get(key);
  if (known !== undefined) return known;
  const product = multiply(PATHS, [...globs.map(automatonOf), ...paths.map(automatonOfPath)]);
  let samples: ReadonlyMap<string, readonly string[]> | undefined;
  const atoms = [...findWords(product)].map(([name, path]): Atom => {
    const matches = [...name].map((bit) => bit === "1");
    return { matches, path, samples: () => (samples ??= sampleWords(product)).get(name) ?? [path] };
  });
  partitions.set(key, atoms);
  return atoms;
}
