import { isUtf8 } from "node:buffer";

/** A lone low surrogate: one byte that is no UTF-8, as Python's "surrogateescape" has it. */
const ESCAPED = /[\u{dc80}-\u{dcff}]/u;

/**
 * Text from bytes that git printed. Names are bytes to git and need be no UTF-8: a byte that is none becomes a lone
 * surrogate, U+DC80 to U+DCFF, so that `encodeName` gives back exactly what was read.
 */
export function decodeNames(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const names: string[] = [];
  for (let start = 0; start <= bytes.length;) {
    const end = bytes.indexOf(0, start);
    const name = bytes.subarray(start, end < 0 ? bytes.length : end);
    names.push(isUtf8(name) ? name.toString("utf8") : decodeBroken(name));
    start += name.length + 1;
  }
  return names.join("\0");
}

/** The bytes of a name, or of several with what lies between them. */
export function encodeName(text: string): Buffer {
  if (!ESCAPED.test(text)) return Buffer.from(text);
  const parts = text.split(/([\u{dc80}-\u{dcff}])/u);
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from([part.charCodeAt(0) - 0xdc00]))),
  );
}

/** Whether a name holds a byte that is no UTF-8, so that no command line of ours can carry it. */
export function isBroken(text: string): boolean {
  return ESCAPED.test(text);
}

/** A path as the system takes it: the text, or its bytes where a text would not name the file. */
export function diskPath(path: string): string | Buffer {
  return ESCAPED.test(path) ? encodeName(path) : path;
}

function decodeBroken(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes[at] ?? 0);
    const sequence = bytes.subarray(at, at + length);
    if (sequence.length === length && isUtf8(sequence)) {
      text += sequence.toString("utf8");
      at += length;
    } else {
      text += String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
      at += 1;
    }
  }
  return text;
}

/** Bytes of the character that begins with this one; what cannot begin one is looked at alone. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
