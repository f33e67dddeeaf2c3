import { intervalOf, type Automaton } from "./automaton.ts";
import { Undecidable } from "./regex.ts";

/** The reachable part of several automata that run side by side; it starts in state 0. */
export interface Product {
  /** The characters that stand for each column, those that read best first. */
  readonly columns: readonly (readonly number[])[];
  /** Next state by state and column; -1 where no path can follow. */
  readonly next: readonly (readonly number[])[];
  /** By state: which automata accept here, as a text of "0" and "1"; undefined where no path ends. */
  readonly atoms: readonly (string | undefined)[];
}

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

/** Runs the automaton of all paths and others side by side over every path. */
export function multiply(paths: Automaton, automata: readonly Automaton[]): Product {
  const all = [paths, ...automata];
  const columns = columnsOf(all);
  const steps = all.map(({ starts }) => columns.map(({ start }) => intervalOf(starts, start)));
  const dead = deadStates(paths);
  const tuples = [all.map(() => 0)];
  const known = new Map<number | string, number>();
  const nameOf = namer(all);
  known.set(nameOf(tuples[0] ?? []), 0);
  const next: number[][] = [];
  const atoms: (string | undefined)[] = [];
  for (const tuple of tuples) {
    const rows = tuple.map((state, index) => all[index]?.next[state] ?? []);
    next.push(
      columns.map((_, column) => {
        const to = rows.map((row, index) => row[steps[index]?.[column] ?? 0] ?? 0);
        if (dead.has(to[0] ?? 0)) return -1;
        const name = nameOf(to);
        let state = known.get(name);
        if (state === undefined) known.set(name, (state = tuples.push(to) - 1));
        return state;
      }),
    );
    if (tuples.length > STATES) throw new Undecidable("its globs overlap in too many ways");
    const [isPath, ...matches] = tuple.map((state, index) => all[index]?.accepts[state] === true);
    atoms.push(isPath === true ? matches.map(Number).join("") : undefined);
  }
  return { columns: columns.map(({ chars }) => chars), next, atoms };
}

/** One name for each combination of states: a number while numbers are exact. */
function namer(automata: readonly Automaton[]): (tuple: readonly number[]) => number | string {
  const sizes = automata.map(({ next }) => next.length);
  if (sizes.reduce((product, size) => product * size, 1) > Number.MAX_SAFE_INTEGER) return (tuple) => tuple.join(" ");
  return (tuple) => tuple.reduce((name, state, index) => name * (sizes[index] ?? 1) + state, 0);
}

/** States from which nothing is accepted any more. */
function deadStates({ next, accepts }: Automaton): ReadonlySet<number> {
  return new Set(
    next.flatMap((row, state) => (accepts[state] !== true && row.every((to) => to === state) ? [state] : [])),
  );
}

function columnsOf(automata: readonly Automaton[]): readonly Column[] {
  const starts = [...new Set(automata.flatMap((automaton) => automaton.starts))].toSorted((a, b) => a - b);
  return starts
    .map((start, index): Column => {
      const end = starts[index + 1] ?? 0x1_0000;
      const chars = READABLE.filter((char) => char >= start && char < end).slice(0, CHARS);
      for (let char = start; chars.length < CHARS && char < end; char += 1) if (!chars.includes(char)) chars.push(char);
      return { start, chars };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ chars }: Column): number {
  const rank = READABLE.indexOf(chars[0] ?? 0);
  return rank < 0 ? READABLE.length : rank;
}
