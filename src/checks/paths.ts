import { divideIntoAtoms, type Atom } from "./atoms.ts";
import type { Facts } from "./constraint.ts";
import { hasPlaces, placePaths, PRESENCES, type Presence, type Wanted } from "./place-paths.ts";
import type { Change, Globs, Status } from "../engine/types.ts";

/** The facts about paths that some globs, and some single paths, can tell apart. */
export interface PathFacts {
  /** How many facts there are: bits 0 up to it. */
  readonly size: number;
  /** Facts of the paths that globs match. */
  readonly matching: (globs: Globs, presences: readonly Presence[]) => Facts;
  /** Facts of one of the single paths; none when git cannot hold such a path. */
  readonly of: (path: string, presences: readonly Presence[]) => Facts;
  /** Facts of every path. */
  readonly all: (presences: readonly Presence[]) => Facts;
  /** Whether some tree of git has exactly these facts. */
  readonly isPossible: (facts: readonly number[]) => boolean;
  /** Paths of which exactly these facts hold, once it is known that there are some. */
  readonly realize: (facts: readonly number[]) => Realized;
}

export interface Realized {
  readonly changes: readonly Change[];
  readonly tree: readonly string[];
}

export const CHANGED: readonly Status[] = ["A", "M", "D"];
export const IN_TREE: readonly Presence[] = ["A", "M", "="];

/** @throws Undecidable when the globs cannot be compared */
export function describePaths(globs: readonly Globs[], singles: readonly string[]): PathFacts {
  const names = [...new Set(globs.flatMap(({ include, exclude }) => [include, ...exclude]))];
  const atoms = divideIntoAtoms(names, singles);
  const columns = new Map(names.map((name, index) => [name, index]));
  const matches = (atom: Atom, name: string): boolean => atom.matches[columns.get(name) ?? -1] === true;
  const factsOf = (holds: (atom: Atom) => boolean, presences: readonly Presence[]): Facts =>
    atoms.reduce((facts, atom, index) => (holds(atom) ? facts | bitsFor(index, presences) : facts), 0n);
  return {
    size: atoms.length * PRESENCES.length,
    matching: ({ include, exclude }, presences) =>
      factsOf((atom) => matches(atom, include) && !exclude.some((name) => matches(atom, name)), presences),
    of: (path, presences) => factsOf((atom) => atom.matches[names.length + singles.indexOf(path)] === true, presences),
    all: (presences) => factsOf(() => true, presences),
    isPossible: (facts) => hasPlaces(listWanted(atoms, facts)),
    realize: (facts) => realize(listWanted(atoms, facts)),
  };
}

function bitsFor(atom: number, presences: readonly Presence[]): Facts {
  return presences.reduce(
    (facts, presence) => facts | (1n << BigInt(atom * PRESENCES.length + PRESENCES.indexOf(presence))),
    0n,
  );
}

function listWanted(atoms: readonly Atom[], facts: readonly number[]): readonly Wanted[] {
  return facts.flatMap((fact) => {
    const atom = atoms[Math.floor(fact / PRESENCES.length)];
    const presence = PRESENCES[fact % PRESENCES.length];
    return atom === undefined || presence === undefined ? [] : [{ atom, presence }];
  });
}

function realize(wanted: readonly Wanted[]): Realized {
  const placed = placePaths(wanted) ?? [];
  const changes = placed.flatMap(({ path, presence }) => (presence === "=" ? [] : [{ status: presence, path }]));
  const tree = placed.flatMap(({ path, presence }) => (presence === "D" ? [] : [path]));
  return { changes, tree };
}
