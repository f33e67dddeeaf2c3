import { splitRanges } from "./char-set.ts";
import { and, FALSE, keyOf, literal, not, NOTHING_FOLLOWS, or, substitute, TRUE, type Formula } from "./formula.ts";
import { buildGraph, type Place } from "./regex-graph.ts";
import { Undecidable, type Regex } from "./regex.ts";

/** A deterministic automaton over UTF-16 units; it starts in state 0. */
export interface Automaton {
  /** Starts of the intervals of characters that it does not tell apart; the first is 0. */
  readonly starts: readonly number[];
  /** Next state by state and interval. */
  readonly next: readonly (readonly number[])[];
  readonly accepts: readonly boolean[];
}

const STATES = 4000;

/**
 * The automaton of a regular expression that has to match a whole text. Look-aheads become "and" and "not" over what
 * follows (an alternating automaton), so nothing of the expression is approximated.
 * @throws Undecidable when it would become too large
 */
export function buildAutomaton(regex: Regex): Automaton {
  const { first, chars } = buildGraph(regex);
  const starts = splitRanges(chars.flatMap(({ ranges }) => ranges));
  const columns = chars.map(({ ranges }) =>
    starts.map((char) => ranges.some(([from, to]) => from <= char && char <= to)),
  );
  const after: (Formula | undefined)[] = [];
  const follow = (id: number): Formula => {
    const place = chars[id - 1];
    return place === undefined ? FALSE : (after[id] ??= closure(place.next, false));
  };

  const formulas = [closure(first, true)];
  const known = new Map(formulas.map((formula, index) => [keyOf(formula), index]));
  const next: number[][] = [];
  for (const formula of formulas) {
    if (formulas.length > STATES) throw new Undecidable("it has too many states");
    const ids = [...new Set(formula.flat().map(Math.abs))];
    // Characters that the same places take lead to the same state.
    const targets = new Map<string, number>();
    next.push(
      starts.map((_, column) => {
        const taking = ids.filter((id) => columns[id - 1]?.[column] === true);
        const name = taking.join(" ");
        const target = targets.get(name);
        if (target !== undefined) return target;
        const to = substitute(formula, (id) => (taking.includes(id) ? follow(id) : FALSE));
        const key = keyOf(to);
        const index = known.get(key) ?? formulas.push(to) - 1;
        known.set(key, index);
        targets.set(name, index);
        return index;
      }),
    );
  }
  const accepts = formulas.map(
    (formula) => substitute(formula, (id) => (id === NOTHING_FOLLOWS ? TRUE : FALSE)).length > 0,
  );
  return { starts, next, accepts };
}

/** What must hold before the next character is read. A place that comes back to itself without a character adds nothing. */
function closure(place: Place, atStart: boolean, open: ReadonlySet<Place> = new Set()): Formula {
  switch (place.kind) {
    case "accept":
      return literal(NOTHING_FOLLOWS);
    case "anything":
      return TRUE;
    case "char":
      return literal(place.id);
    case "start":
      return atStart ? closure(place.next, atStart, open) : FALSE;
    case "look": {
      const inner = closure(place.inner, atStart);
      return and(place.negate ? not(inner) : inner, closure(place.next, atStart, open));
    }
    case "split": {
      if (open.has(place)) return FALSE;
      const within = new Set(open).add(place);
      return place.nexts.reduce<Formula>((sum, each) => or(sum, closure(each, atStart, within)), FALSE);
    }
  }
}

/** Whether the automaton accepts a whole text. */
export function acceptsText({ starts, next, accepts }: Automaton, text: string): boolean {
  let state = 0;
  for (let at = 0; at < text.length; at += 1) state = next[state]?.[intervalOf(starts, text.charCodeAt(at))] ?? 0;
  return accepts[state] ?? false;
}

/** Index of the interval that holds a character. */
export function intervalOf(starts: readonly number[], char: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= char) low = middle;
    else high = middle - 1;
  }
  return low;
}
