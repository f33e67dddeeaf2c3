/** Escape sequences whole (CSI, OSC and its kin up to their end, and the two-character ones), 7 and 8 bit. */
const SEQUENCES = [
  /(?:\u001b\[|\u009b)[\u0030-\u003f]*[\u0020-\u002f]*[\u0040-\u007e]?/g,
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g,
  /\u001b[\u0020-\u002f]*[\u0030-\u007e]?/g,
];

/** C0 and C1 controls but tab and newline, bidirectional marks, zero-width characters and the like of them. */
const MARKS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A byte that is no UTF-8, as names have it: a lone surrogate, U+DC80 to U+DCFF. */
const BYTE = /[\u{dc80}-\u{dcff}]/gu;

/** Shows what a name holds of bytes that are no UTF-8: as `\xe9`, which a text and a JSON document can carry. */
export function showBytes(text: string): string {
  return text.replace(BYTE, (byte) => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`);
}

/** One line of JSON whose texts every reader takes. */
export function renderJson(value: unknown): string {
  const line = JSON.stringify(value);
  if (!line.includes("\\udc")) return line;
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? showBytes(item) : item));
}

/**
 * Text that a terminal may show: without control sequences, bidirectional marks and zero-width characters.
 * Keeps newline and tab; a carriage return before a newline goes with the other controls.
 */
export function sanitizeText(text: string): string {
  return SEQUENCES.reduce((rest, sequence) => rest.replace(sequence, ""), showBytes(text)).replace(MARKS, "");
}

/** The same on one line: a line break or a tab becomes a space. */
export function sanitizeLine(text: string): string {
  return sanitizeText(text).replaceAll(/[\n\t]/g, " ");
}

/** What git puts a name in quotes for, and what a terminal must not be shown. */
const ODD = new RegExp(`[\\t\\n"\\\\]|${MARKS.source}`, "u");
const ODD_EACH = new RegExp(ODD.source, "gu");
const ESCAPES: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/**
 * A path on one line, as git shows it: as it is, or, where it holds a control or another character that a terminal must
 * not be shown, in double quotes with escapes (`core.quotePath=false`).
 */
export function renderPath(path: string): string {
  if (!ODD.test(path)) return showBytes(path);
  return `"${showBytes(path.replace(ODD_EACH, escape))}"`;
}

function escape(character: string): string {
  const known = ESCAPES[character];
  if (known !== undefined) return known;
  return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

/** The same in a sentence, where names stand in double quotes. */
export function quotePath(path: string): string {
  const shown = renderPath(path);
  return shown.startsWith('"') ? shown : `"${shown}"`;
}
