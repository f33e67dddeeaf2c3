import type { CharRange } from "./char-set.ts";
import { invertRanges } from "./char-set.ts";

/** A regular expression as micromatch writes them for globs: what `parseRegex` reads. */
export type Regex =
  | { readonly kind: "chars"; readonly ranges: readonly CharRange[] }
  | { readonly kind: "sequence"; readonly items: readonly Regex[] }
  | { readonly kind: "choice"; readonly items: readonly Regex[] }
  | { readonly kind: "repeat"; readonly item: Regex; readonly min: number; readonly max: number }
  | { readonly kind: "look"; readonly negate: boolean; readonly item: Regex }
  | { readonly kind: "start" }
  | { readonly kind: "end" };

/** A glob that is no regular language, or one too large to be compared. */
export class Undecidable extends Error {
  override readonly name = "Undecidable";
}

const CLASSES: Readonly<Record<string, readonly CharRange[]>> = {
  d: [[48, 57]],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  s: [
    [9, 13],
    [32, 32],
    [160, 160],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12, 0: 0 };

/**
 * Reads the source of a regular expression with the flag `s` and no other. Exact for what it reads.
 * @throws Undecidable for look-behinds, back references and word boundaries, which are no part of a glob
 */
export function parseRegex(source: string): Regex {
  const reader = new Reader(source);
  const regex = reader.choice();
  if (!reader.done()) throw new Undecidable(`")" without "("`);
  return regex;
}

class Reader {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  done(): boolean {
    return this.#at >= this.#source.length;
  }

  choice(): Regex {
    const items = [this.#sequence()];
    while (this.#take("|")) items.push(this.#sequence());
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: "choice", items };
  }

  #sequence(): Regex {
    const items: Regex[] = [];
    while (!this.done() && this.#peek() !== "|" && this.#peek() !== ")") items.push(this.#repeated(this.#atom()));
    return { kind: "sequence", items };
  }

  #repeated(item: Regex): Regex {
    const counts = this.#counts();
    if (counts === undefined) return item;
    this.#take("?");
    return { kind: "repeat", item, ...counts };
  }

  #counts(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take("*")) return { min: 0, max: Infinity };
    if (this.#take("+")) return { min: 1, max: Infinity };
    if (this.#take("?")) return { min: 0, max: 1 };
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(this.#source.slice(this.#at, this.#at + 24));
    if (braces === null) return undefined;
    this.#at += braces[0].length;
    const min = Number(braces[1]);
    if (braces[2] === undefined) return { min, max: min };
    return { min, max: braces[3] === "" ? Infinity : Number(braces[3]) };
  }

  #atom(): Regex {
    if (this.#take("(")) return this.#group();
    if (this.#take("[")) return { kind: "chars", ranges: this.#class() };
    if (this.#take("^")) return { kind: "start" };
    if (this.#take("$")) return { kind: "end" };
    if (this.#take(".")) return { kind: "chars", ranges: invertRanges([]) };
    if (this.#take("\\")) return { kind: "chars", ranges: this.#escape() };
    return single(this.#next());
  }

  #group(): Regex {
    const look = this.#take("?=") ? "=" : this.#take("?!") ? "!" : undefined;
    if (look === undefined && !this.#take("?:") && this.#peek() === "?")
      throw new Undecidable("a look-behind or a named group");
    const item = this.choice();
    if (!this.#take(")")) throw new Undecidable('"(" without ")"');
    return look === undefined ? item : { kind: "look", negate: look === "!", item };
  }

  #class(): readonly CharRange[] {
    const negate = this.#take("^");
    const ranges: CharRange[] = [];
    while (!this.#take("]")) {
      const from = this.#member();
      const point = pointOf(from);
      if (point === undefined || this.#peek() !== "-" || this.#source[this.#at + 1] === "]") {
        ranges.push(...from);
        continue;
      }
      this.#at += 1;
      const member = this.#member();
      const to = pointOf(member);
      if (to === undefined) ranges.push(...from, [45, 45], ...member);
      else if (to < point) throw new Undecidable("a range out of order");
      else ranges.push([point, to]);
    }
    return negate ? invertRanges(ranges) : ranges;
  }

  #member(): readonly CharRange[] {
    if (!this.#take("\\")) return rangesOf(this.#next());
    return this.#take("b") ? [[8, 8]] : this.#escape();
  }

  #escape(): readonly CharRange[] {
    const char = this.#next();
    const known = CLASSES[char.toLowerCase()];
    if (known !== undefined) return char === char.toLowerCase() ? known : invertRanges(known);
    const control = CONTROLS[char];
    if (control !== undefined) return [[control, control]];
    const digits = char === "x" ? 2 : char === "u" ? 4 : 0;
    const hex = this.#source.slice(this.#at, this.#at + digits);
    if (digits > 0 && hex.length === digits && /^[\da-f]+$/i.test(hex)) {
      this.#at += digits;
      const point = Number.parseInt(hex, 16);
      return [[point, point]];
    }
    if (/[1-9bBckpP]/.test(char)) throw new Undecidable(`"\\${char}" is no part of a glob`);
    return rangesOf(char);
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #next(): string {
    const char = this.#source[this.#at];
    if (char === undefined) throw new Undecidable("it ends too early");
    this.#at += 1;
    return char;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function single(char: string): Regex {
  return { kind: "chars", ranges: rangesOf(char) };
}

function rangesOf(char: string): readonly CharRange[] {
  const code = char.charCodeAt(0);
  return [[code, code]];
}

function pointOf(ranges: readonly CharRange[]): number | undefined {
  const [only] = ranges;
  return ranges.length === 1 && only !== undefined && only[0] === only[1] ? only[0] : undefined;
}
