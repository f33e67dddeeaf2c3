import { encodeName, isBroken } from "./file-name.ts";

/** Orders strings as their UTF-8 bytes would be: git's order, which differs from UTF-16's beyond the first plane. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    if ((isEscape(x) || isEscape(y)) && (isBroken(a) || isBroken(b))) return encodeName(a).compare(encodeName(b));
    return x >= 0xd800 && y >= 0xd800 ? lift(x) - lift(y) : x - y;
  }
  return a.length - b.length;
}

/** Whether a unit may stand for a byte that is no UTF-8. */
function isEscape(unit: number): boolean {
  return unit >= 0xdc80 && unit <= 0xdcff;
}

/** Surrogates stand for code points above every other unit. */
function lift(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** A copy sorted by path, in byte order. */
export function sortByPath<T extends { readonly path: string }>(items: Iterable<T>): T[] {
  return [...items].sort((a, b) => compareBytes(a.path, b.path));
}
