/**
 * A set of facts of a turn, as bits: which atom has a path added, modified, deleted or unchanged there, and which signals
 * there are.
 */
export type Facts = bigint;

/** At least one of the facts holds, or none of them does. */
export type Constraint = { readonly some: Facts } | { readonly none: Facts };

/** What is asked of a turn: each of `all`, and one constraint out of each list of `choices`. */
export interface Demand {
  readonly all: readonly Constraint[];
  readonly choices: readonly (readonly Constraint[])[];
}

/** What always holds, and what never does. */
export const ALWAYS: Constraint = { none: 0n };
export const NEVER: Constraint = { some: 0n };

export function opposite(constraint: Constraint): Constraint {
  return "some" in constraint ? { none: constraint.some } : { some: constraint.none };
}

export function joinDemands(...demands: readonly Demand[]): Demand {
  return { all: demands.flatMap(({ all }) => all), choices: demands.flatMap(({ choices }) => choices) };
}

/** The bits of a set, lowest first. */
export function bitsOf(facts: Facts): readonly number[] {
  const bits: number[] = [];
  for (let rest = facts, bit = 0; rest > 0n; rest >>= 1n, bit += 1) if ((rest & 1n) === 1n) bits.push(bit);
  return bits;
}
