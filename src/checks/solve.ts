import { bitsOf, type Constraint, type Demand, type Facts } from "./constraint.ts";
import { Undecidable } from "./regex.ts";

/** Whether there can be a turn of which these facts hold, and no other. Fewer facts never ask for more. */
export type IsPossible = (facts: readonly number[]) => boolean;

interface Asked {
  readonly forbidden: Facts;
  readonly needs: readonly Facts[];
}

const STEPS = 100_000;

/**
 * Finds facts of a turn that meets a demand, or tells that there is none: tries every constraint of each choice, then every smallest
 * set of facts that meets what was chosen.
 * @throws Undecidable when that takes too long
 */
export function solve(demand: Demand, isPossible: IsPossible): readonly number[] | undefined {
  let steps = 0;
  const start = demand.all.reduce<Asked | undefined>((asked, one) => asked && ask(asked, one), {
    forbidden: 0n,
    needs: [],
  });
  const choices = demand.choices.toSorted((a, b) => a.length - b.length);
  return start && choose(start, 0);

  function choose(asked: Asked, index: number): readonly number[] | undefined {
    if ((steps += 1) > STEPS) throw new Undecidable("its rows can be combined in too many ways");
    const choice = choices[index];
    if (choice === undefined) return fulfil(asked.needs, asked.forbidden, []);
    for (const constraint of choice) {
      const next = ask(asked, constraint);
      const found = next && choose(next, index + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Picks a fact for each need that none of the picked ones meets. */
  function fulfil(needs: readonly Facts[], forbidden: Facts, facts: readonly number[]): readonly number[] | undefined {
    if ((steps += 1) > STEPS) throw new Undecidable("its rows can be combined in too many ways");
    const open = needs.filter((need) => !facts.some((fact) => ((need >> BigInt(fact)) & 1n) === 1n));
    const [first, ...others] = open.toSorted((a, b) => bitsOf(a & ~forbidden).length - bitsOf(b & ~forbidden).length);
    if (!isPossible(facts)) return undefined;
    if (first === undefined) return facts;
    for (const fact of bitsOf(first & ~forbidden)) {
      const found = fulfil(others, forbidden, [...facts, fact]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function ask({ forbidden, needs }: Asked, constraint: Constraint): Asked | undefined {
  const next =
    "some" in constraint
      ? { forbidden, needs: [...needs, constraint.some] }
      : { forbidden: forbidden | constraint.none, needs };
  return next.needs.every((need) => (need & ~next.forbidden) !== 0n) ? next : undefined;
}
