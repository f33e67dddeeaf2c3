import type { Product } from "./product.ts";

/** How many different paths of one atom a turn can need: added, modified, deleted, unchanged. */
export const SAMPLES = 4;
/** Paths of each atom among which the samples are chosen. */
const CHOICE = 16;

const NO_TARGETS = new Int32Array();

type Words = Map<string, string[]>;

/** A short path of each atom: one of the shortest, or one that reads better. */
export function findWords(product: Product): ReadonlyMap<string, string> {
  const found = findPrefixes(product);
  return new Map([...chooseEach(found)].map(([atom, [word = ""]]) => [atom, word]));
}

/** Paths by atom: the shortest to each state of the product, so at least one of each atom, shortest first. */
function findPrefixes({ columns, next, atoms }: Product): Words {
  const found: Words = new Map();
  const came: { readonly from: number; readonly column: number }[] = [];
  const met = next.map((_, state) => state === 0);
  const wordTo = (state: number): string => {
    const chars: number[] = [];
    for (let at = state; at !== 0; at = came[at]?.from ?? 0) chars.push(columns[came[at]?.column ?? 0]?.[0] ?? 0);
    return String.fromCharCode(...chars.toReversed());
  };
  const queue = [0];
  for (const state of queue) {
    const atom = atoms[state];
    if (atom !== undefined && (found.get(atom)?.length ?? 0) < CHOICE) keepWord(found, atom, wordTo(state), CHOICE);
    const targets = next[state] ?? NO_TARGETS;
    for (let column = 0; column < targets.length; column += 1) {
      const to = targets[column] ?? -1;
      if (to < 0 || met[to] === true) continue;
      met[to] = true;
      came[to] = { from: state, column };
      queue.push(to);
    }
  }
  return found;
}

/** Several paths of each atom, all of them when it has fewer than `SAMPLES`; those that read best first. */
export function sampleWords(product: Product): ReadonlyMap<string, readonly string[]> {
  return chooseEach(enumerateWords(product, SAMPLES, CHOICE));
}

function chooseEach(found: Words): ReadonlyMap<string, readonly string[]> {
  const folders = new Set([...found.values()].flat().flatMap(foldersAbove));
  return new Map([...found].map(([atom, words]) => [atom, chooseSamples(words, folders)]));
}

/**
 * Paths by atom, shortest first. Each state of the product is left with up to `width` different prefixes, so that an atom
 * with so many paths gives so many.
 */
function enumerateWords({ columns, next, atoms }: Product, width: number, limit: number): Words {
  const found: Words = new Map();
  const visits = next.map(() => 0);
  let layer: { readonly state: number; readonly text: string }[] = [{ state: 0, text: "" }];
  while (layer.length > 0) {
    const after: { readonly state: number; readonly text: string }[] = [];
    const planned = next.map(() => 0);
    for (const { state, text } of layer) {
      if ((visits[state] ?? 0) >= width) continue;
      visits[state] = (visits[state] ?? 0) + 1;
      keepWord(found, atoms[state], text, limit);
      for (const [column, to] of (next[state] ?? NO_TARGETS).entries()) {
        const room = to < 0 ? 0 : width - (visits[to] ?? 0) - (planned[to] ?? 0);
        const chars = (columns[column] ?? []).slice(0, Math.max(0, room));
        planned[to] = (planned[to] ?? 0) + chars.length;
        for (const char of chars) after.push({ state: to, text: text + String.fromCharCode(char) });
      }
    }
    layer = after;
  }
  return found;
}

function keepWord(found: Words, atom: string | undefined, word: string, limit: number): void {
  if (atom === undefined) return;
  const words = found.get(atom);
  if (words === undefined) found.set(atom, [word]);
  else if (words.length < limit) words.push(word);
}

/** Names that read like files come first; one that is a folder in another example comes last, since both cannot be in one tree. */
function chooseSamples(words: readonly string[], folders: ReadonlySet<string>): readonly string[] {
  const rank = (word: string): number => {
    const isFolder = folders.has(word) && !/(?:^|\/).$/.test(word);
    const isOdd = !/^[\w./-]+$/.test(word);
    const isHidden = /\/\.|^\.\w{1,3}$|\.$/.test(word);
    return Number(isFolder) * 4 + Number(isOdd) * 2 + Number(isHidden);
  };
  return words.toSorted((a, b) => rank(a) - rank(b)).slice(0, SAMPLES);
}

/** The folders that a path lies in. */
function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at));
  return folders;
}
