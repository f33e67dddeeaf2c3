import type { CharRange } from "./char-set.ts";
import { Undecidable, type Regex } from "./regex.ts";

/** A place in a regular expression, told by what may follow. Cyclic where something repeats. */
export type Place =
  | { readonly kind: "accept" }
  | { readonly kind: "anything" }
  | { readonly kind: "char"; readonly id: number; readonly ranges: readonly CharRange[]; readonly next: Place }
  | { readonly kind: "split"; readonly nexts: Place[] }
  | { readonly kind: "look"; readonly negate: boolean; readonly inner: Place; readonly next: Place }
  | { readonly kind: "start"; readonly next: Place };

export type CharPlace = Extract<Place, { kind: "char" }>;

const COPIES = 200;
const PLACES = 20_000;
const ANYTHING: Place = { kind: "anything" };
const ACCEPT: Place = { kind: "accept" };

/** The places of a regular expression that has to match a whole text; `chars` by their ids. */
export function buildGraph(regex: Regex): { readonly first: Place; readonly chars: readonly CharPlace[] } {
  const chars: CharPlace[] = [];
  return { first: place(regex, ACCEPT), chars };

  function place(node: Regex, next: Place): Place {
    switch (node.kind) {
      case "chars": {
        if (chars.length >= PLACES) throw new Undecidable("it is too long");
        const made: CharPlace = { kind: "char", id: chars.length + 1, ranges: node.ranges, next };
        chars.push(made);
        return made;
      }
      case "sequence":
        return node.items.reduceRight<Place>((rest, item) => place(item, rest), next);
      case "choice":
        return { kind: "split", nexts: node.items.map((item) => place(item, next)) };
      case "repeat":
        return repeat(node, next);
      case "look":
        return { kind: "look", negate: node.negate, inner: place(node.item, ANYTHING), next };
      case "start":
        return { kind: "start", next };
      case "end":
        return { kind: "look", negate: true, inner: place({ kind: "chars", ranges: [[0, 0xffff]] }, ANYTHING), next };
    }
  }

  function repeat({ item, min, max }: Extract<Regex, { kind: "repeat" }>, next: Place): Place {
    if (min > COPIES || (max !== Infinity && max > COPIES)) throw new Undecidable("it repeats too often");
    let rest = next;
    if (max === Infinity) {
      const loop: Extract<Place, { kind: "split" }> = { kind: "split", nexts: [next] };
      loop.nexts.push(place(item, loop));
      rest = loop;
    } else for (let count = min; count < max; count += 1) rest = { kind: "split", nexts: [next, place(item, rest)] };
    for (let count = 0; count < min; count += 1) rest = place(item, rest);
    return rest;
  }
}
