import { Undecidable } from "./regex.ts";

/**
 * What the rest of a text has to match, as places of a regular expression joined by "and", "or" and "not" in disjunctive
 * form: one term has to hold. A term lists places by id, a negative number for one that must not match.
 */
export type Formula = readonly Term[];
type Term = readonly number[];

/** The id of the place at which the text has to end. */
export const NOTHING_FOLLOWS = 1_000_000;
export const FALSE: Formula = [];
export const TRUE: Formula = [[]];

const TERMS = 400;

export function literal(id: number): Formula {
  return [[id]];
}

export function or(a: Formula, b: Formula): Formula {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return reduce([...a, ...b]);
}

export function and(a: Formula, b: Formula): Formula {
  if (a.length === 0 || b.length === 0) return FALSE;
  if (isTrue(a)) return b;
  if (isTrue(b)) return a;
  return reduce(a.flatMap((left) => b.flatMap((right) => join(left, right))));
}

export function not(a: Formula): Formula {
  return a.reduce<Formula>(
    (all, term) =>
      and(
        all,
        term.map((id) => [-id]),
      ),
    TRUE,
  );
}

/** Puts a formula in the place of each literal. */
export function substitute(formula: Formula, value: (id: number) => Formula): Formula {
  const terms: Term[] = [];
  for (const term of formula) {
    let all: Formula = TRUE;
    for (const id of term) {
      all = and(all, id < 0 ? not(value(-id)) : value(id));
      if (all.length === 0) break;
    }
    terms.push(...all);
  }
  return reduce(terms);
}

export function keyOf(formula: Formula): string {
  return formula.map((term) => term.join(" ")).join("|");
}

function isTrue(formula: Formula): boolean {
  return formula[0]?.length === 0;
}

/** Both terms at once; none when they contradict each other. */
function join(left: Term, right: Term): readonly Term[] {
  const ids = new Set([...left, ...right]);
  for (const id of ids) if (ids.has(-id)) return [];
  return [[...ids].toSorted((a, b) => a - b)];
}

/** Terms that say nothing beyond another one are left out; the rest in one order, so that equal formulas read alike. */
function reduce(terms: readonly Term[]): Formula {
  if (terms.length < 2) return terms;
  const sorted = [...new Map(terms.map((term) => [term.join(" "), term])).values()].toSorted(
    (a, b) => a.length - b.length || compareTerms(a, b),
  );
  if (sorted.length > TERMS) throw new Undecidable("its look-aheads are too many");
  const kept: Term[] = [];
  for (const term of sorted) if (!kept.some((other) => other.every((id) => term.includes(id)))) kept.push(term);
  return kept;
}

function compareTerms(a: Term, b: Term): number {
  for (const [index, id] of a.entries()) {
    const other = b[index] ?? 0;
    if (id !== other) return id - other;
  }
  return 0;
}
