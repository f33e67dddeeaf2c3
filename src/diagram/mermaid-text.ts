/** Words that Mermaid's lexer or its older code takes for its own, in lower case. */
const RESERVED = new Set([
  "accdescr",
  "acctitle",
  "as",
  "choice",
  "class",
  "classdef",
  "click",
  "default",
  "direction",
  "end",
  "fork",
  "hide",
  "href",
  "join",
  "note",
  "root",
  "root_end",
  "root_start",
  "scale",
  "state",
  "statediagram",
  "style",
  "__proto__",
  "constructor",
  "hasownproperty",
  "prototype",
  "tostring",
  "valueof",
]);

/** An id for each name, unique among them and safe for Mermaid: the name itself where it can be. */
export function makeIds(names: Iterable<string>, taken: Iterable<string> = []): ReadonlyMap<string, string> {
  const used = new Set(taken);
  const ids = new Map<string, string>();
  for (const name of names) {
    const plain = name.replace(/[^A-Za-z0-9_]/g, "_");
    const base = /^[A-Za-z]/.test(plain) && !RESERVED.has(plain.toLowerCase()) ? plain : `s_${plain}`;
    let id = base;
    for (let n = 2; used.has(id); n += 1) id = `${base}_${n}`;
    used.add(id);
    ids.set(name, id);
  }
  return ids;
}

/**
 * Text as a Mermaid label: what its lexer, its markdown or HTML would take for more than text becomes `#<code point>;`
 * (Mermaid's entity codes), line breaks become blanks.
 */
export function escapeLabel(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, " ");
  const list = /^(?:[-+]|\d+(?=[.)]))/.exec(line)?.[0] ?? "";
  const encoded = line.slice(list.length).replace(/[^\p{L}\p{M}\p{N} .,/=@!?()+'→✓-]/gu, encodeText);
  // Anywhere in a line, these two words turn the whole diagram.
  return `${encodeText(list)}${encoded}`.replace(/(direction) +(?=TB|BT|LR|RL)/gi, "$1#32;");
}

function encodeText(text: string): string {
  return Array.from(text, (char) => `#${char.codePointAt(0) ?? 0};`).join("");
}
