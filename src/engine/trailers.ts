import { findTrailerBlock, isTrailerLine, SCISSORS } from "./trailer-block.ts";

/** A trailer as it stands in a message; the value unfolded to one line. */
export interface Trailer {
  readonly key: string;
  readonly value: string;
}

export interface MessageParts {
  /** One line. */
  readonly subject: string;
  /** What stands between subject and trailers; its own last block of trailers, if any, is continued. */
  readonly body?: string;
  /** In the order to write; keys of letters, digits and `-`, values of one line. */
  readonly trailers: readonly (readonly [key: string, value: string])[];
}

/** Trailers of a commit message, as `git interpret-trailers --parse --no-divider` lists them: the last block only. */
export function listTrailers(message: string): readonly Trailer[] {
  const trailers: { key: string; lines: string[] }[] = [];
  let last: { key: string; lines: string[] } | undefined;
  for (const line of findTrailerBlock(message).block) {
    if (last !== undefined && /^[ \t\r]/.test(line)) last.lines.push(line);
    else if (isTrailerLine(line)) {
      const colon = line.indexOf(":");
      last = { key: line.slice(0, colon), lines: [line.slice(colon + 1)] };
      trailers.push(last);
    } else last = undefined;
  }
  return trailers.map(({ key, lines }) => ({
    key: trimBlanks(key),
    value: trimBlanks(lines.join("\n").replace(/\n[ \t\r\n]*/g, " ")),
  }));
}

/** The same by key, as the key is written; the values of one key in order. */
export function parseTrailers(message: string): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>();
  for (const { key, value } of listTrailers(message)) {
    const values = byKey.get(key);
    if (values === undefined) byKey.set(key, [value]);
    else values.push(value);
  }
  return byKey;
}

/** Why a trailer cannot be written; undefined when it can. */
export function trailerFault(key: string, value: string): string | undefined {
  if (!/^[A-Za-z0-9-]+$/.test(key)) return `"${key}" is no trailer's name; letters, digits and "-" are allowed`;
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000\n\r]/.test(value) ? `the value of "${key}" has a line break; a trailer is one line` : undefined;
}

/**
 * A whole commit message, with a final newline; trailers go where `git interpret-trailers` would put them.
 * @throws Error on a trailer or a subject that could not be read back (`trailerFault` tells before).
 */
export function formatMessage({ subject, body = "", trailers }: MessageParts): string {
  if (/[\n\r]/.test(subject) || subject.trim() === "") throw new Error("a subject is one line and not blank");
  const fault = trailers.map(([key, value]) => trailerFault(key, value)).find((found) => found !== undefined);
  if (fault !== undefined) throw new Error(fault);
  const text = `${[subject, tidyBody(body)].filter((part) => part !== "").join("\n\n")}\n`;
  if (trailers.length === 0) return text;
  const continues = findTrailerBlock(text).last;
  return `${text}${continues ? "" : "\n"}${trailers.map(([key, value]) => `${key}: ${trimBlanks(value)}\n`).join("")}`;
}

/** The message without the trailer-like lines, wherever they stand, whose key begins with the prefix in any letter case. */
export function stripTrailers(message: string, prefix: string): string {
  const kept: string[] = [];
  let stripping = false;
  let gap = false;
  for (const line of message.split("\n")) {
    const begins = isTrailerLine(line) && line.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
    stripping = begins || (stripping && /^[ \t]+\S/.test(line));
    const blank = trimBlanks(line) === "";
    const doubled = gap && blank && trimBlanks(kept.at(-1) ?? "") === "";
    if (!stripping && !doubled) kept.push(line);
    gap = stripping || (gap && blank);
  }
  const text = kept.join("\n");
  return text === message ? message : text.replace(/\s*$/, kept.some((line) => trimBlanks(line) !== "") ? "\n" : "");
}

/** What git calls blank: no more than these four. */
function trimBlanks(text: string): string {
  return text.replace(/^[ \t\r\n]+/, "").replace(/[ \t\r\n]+$/, "");
}

/** A body as it is kept: no blank lines around it, and no scissors, behind which git reads nothing. */
function tidyBody(body: string): string {
  const lines = body
    .replace(/^(?:[ \t\r]*\n)+/, "")
    .replace(/[ \t\r\n]+$/, "")
    .split("\n");
  return lines.map((line) => (line === SCISSORS ? ` ${line}` : line)).join("\n");
}
