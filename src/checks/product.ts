import { intervalOf, type Automaton } from "./automaton.ts";
import { Undecidable } from "./regex.ts";

/** The reachable part of several automata that run side by side; it starts in state 0. */
export interface Product {
  /** The characters that stand for each column, those that read best first. */
  readonly columns: readonly (readonly number[])[];
  /** Next state by state and column; -1 where no path can follow. */
  readonly next: readonly Int32Array[];
  /** By state: which automata accept here, as a text of "0" and "1"; undefined where no path ends. */
  readonly atoms: readonly (string | undefined)[];
}

const NO_ROW = new Int32Array();

interface Column {
  /** First of the characters that no automaton tells apart. */
  readonly start: number;
  readonly chars: readonly number[];
}

const STATES = 20_000;
/** How many characters stand for all of a column: as many as a turn may need different paths. */
export const CHARS = 4;
/** Tried first, so that examples read well. */
const READABLE = [..."abcdefghijklmnopqrstuvwxyz0123456789_-ABCDEFGHIJKLMNOPQRSTUVWXYZ./"].map((char) =>
  char.charCodeAt(0),
);

const RANKS: ReadonlyMap<number, number> = new Map(READABLE.map((char, rank) => [char, rank]));

/** Runs the automaton of all paths and others side by side over every path. */
export function multiply(paths: Automaton, automata: readonly Automaton[]): Product {
  const all = [paths, ...automata];
  const columns = columnsOf(all);
  const expanded = all.map(({ starts, next }) => {
    const steps = columns.map(({ start }) => intervalOf(starts, start));
    return next.map((row) => {
      const wide = new Int32Array(steps.length);
      for (let column = 0; column < steps.length; column += 1) wide[column] = row[steps[column] ?? 0] ?? 0;
      return wide;
    });
  });
  const dead = deadStates(paths);
  const nameOf = namer(all);
  const tuples = [all.map(() => 0)];
  const known = new Map<number | string, number>([[nameOf(tuples[0] ?? []), 0]]);
  const next: Int32Array[] = [];
  const atoms: (string | undefined)[] = [];
  const to = all.map(() => 0);
  for (const tuple of tuples) {
    const rows = tuple.map((state, index) => expanded[index]?.[state] ?? NO_ROW);
    const targets = new Int32Array(columns.length);
    for (let column = 0; column < columns.length; column += 1) {
      // One array is written over and over: there are as many steps here as in all of the rest.
      for (let index = 0; index < rows.length; index += 1) to[index] = rows[index]?.[column] ?? 0;
      targets[column] = dead.has(to[0] ?? 0) ? -1 : stateOf(to);
    }
    next.push(targets);
    if (tuples.length > STATES) throw new Undecidable("its globs overlap in too many ways");
    const [isPath, ...matches] = tuple.map((state, index) => all[index]?.accepts[state] === true);
    atoms.push(isPath === true ? matches.map(Number).join("") : undefined);
  }
  return { columns: columns.map(({ chars }) => chars), next, atoms };

  function stateOf(tuple: readonly number[]): number {
    const name = nameOf(tuple);
    const met = known.get(name);
    if (met !== undefined) return met;
    const state = tuples.push([...tuple]) - 1;
    known.set(name, state);
    return state;
  }
}

/** One name for each combination of states: a number while numbers are exact. */
function namer(automata: readonly Automaton[]): (tuple: readonly number[]) => number | string {
  const sizes = automata.map(({ next }) => next.length);
  if (sizes.reduce((product, size) => product * size, 1) > Number.MAX_SAFE_INTEGER) return (tuple) => tuple.join(" ");
  return (tuple) => {
    let name = 0;
    for (let index = 0; index < tuple.length; index += 1) name = name * (sizes[index] ?? 1) + (tuple[index] ?? 0);
    return name;
  };
}

const deads = new WeakMap<Automaton, ReadonlySet<number>>();

/** States from which nothing is accepted any more. */
function deadStates(automaton: Automaton): ReadonlySet<number> {
  const { next, accepts } = automaton;
  const known = deads.get(automaton);
  const dead =
    known ??
    new Set([...next.keys()].filter((state) => accepts[state] !== true && next[state]?.every((to) => to === state)));
  deads.set(automaton, dead);
  return dead;
}

function columnsOf(automata: readonly Automaton[]): readonly Column[] {
  const starts = [...new Set(automata.flatMap((automaton) => automaton.starts))].toSorted((a, b) => a - b);
  return starts
    .map((start, index): Column => {
      const end = starts[index + 1] ?? 0x1_0000;
      const chars =
        end - start === 1 ? [start] : READABLE.filter((char) => char >= start && char < end).slice(0, CHARS);
      for (let char = start; chars.length < CHARS && char < end; char += 1) if (!chars.includes(char)) chars.push(char);
      return { start, chars };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ chars }: Column): number {
  return RANKS.get(chars[0] ?? 0) ?? READABLE.length;
}
