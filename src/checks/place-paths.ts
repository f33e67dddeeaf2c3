import type { Atom } from "./atoms.ts";

/** What can be the case of a path: pending with a status, or in the tree as HEAD has it. */
export const PRESENCES = ["A", "M", "D", "="] as const;
export type Presence = (typeof PRESENCES)[number];

export interface Wanted {
  readonly atom: Atom;
  readonly presence: Presence;
}

interface Placed {
  readonly path: string;
  readonly presence: Presence;
}

/**
 * Chooses a path for everything that is wanted: no path twice, and no file where another one needs a folder, neither in
 * HEAD's tree nor in the turn's. Undefined when the atoms have no such paths.
 */
export function placePaths(wanted: readonly Wanted[]): readonly Placed[] | undefined {
  return place(
    wanted.toSorted((a, b) => a.atom.samples().length - b.atom.samples().length),
    [],
  );
}

/** Whether `placePaths` would find paths; quick where the shortest ones do. */
export function hasPlaces(wanted: readonly Wanted[]): boolean {
  const shortest = wanted.map(({ atom, presence }) => ({ path: atom.path, presence }));
  const meet = shortest.some((one, index) => shortest.slice(0, index).some((other) => conflicts(one, other)));
  return !meet || placePaths(wanted) !== undefined;
}

function place([next, ...rest]: readonly Wanted[], placed: readonly Placed[]): readonly Placed[] | undefined {
  if (next === undefined) return placed;
  for (const path of next.atom.samples()) {
    const one = { path, presence: next.presence };
    if (placed.some((other) => conflicts(one, other))) continue;
    const found = place(rest, [...placed, one]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function conflicts(a: Placed, b: Placed): boolean {
  if (a.path === b.path) return true;
  if (!a.path.startsWith(`${b.path}/`) && !b.path.startsWith(`${a.path}/`)) return false;
  // A file that only HEAD has and one that only the turn has never meet in one tree.
  return !((a.presence === "D" && b.presence === "A") || (a.presence === "A" && b.presence === "D"));
}
