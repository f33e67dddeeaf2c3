import type { PhrasingContent } from "mdast";

import { renderInlineText, unescape } from "./inline-text.ts";
import { offsetsOf } from "./markdown.ts";
import type { MarkdownDocument } from "./markdown.ts";
import type { Task } from "./tasks.ts";

interface Place {
  /** Relative to the repository root, without the leading `./`. */
  readonly path: string;
  /** First line, counted from 1, where one is named. */
  readonly from?: number;
  /** Last line; the first one where only one is named. */
  readonly to?: number;
}

/** A task of a review that names a place in the diff. */
export interface Pointer extends Place {
  readonly note?: string;
  readonly ticked: boolean;
  /** Line of the task in the review. */
  readonly line: number;
}

/**
 * Reads `./path`, `./path#line` or `./path#from-to`, an optional separator (`:`, `-`, `–`, `—`) and a note; the path
 * plain, in backticks or as a link. A plain path is read from the source, because `__init__` is no emphasis there.
 */
export function parsePointer(document: MarkdownDocument, { content, ticked, line }: Task): Pointer | undefined {
  const first = content.children.find((child) => child.type !== "text" || child.value.trim() !== "");
  if (first === undefined) return undefined;
  const source = document.text.slice(0, offsetsOf(content).end);
  const found = first.type === "text" ? readPlain(source, offsetsOf(first).start) : readWrapped(first, source);
  if (found === undefined) return undefined;
  const note = renderInlineText(content, { source, from: found.end }).replace(/^[:–—-]\s*/, "");
  return { ...found.place, ...(note === "" ? {} : { note }), ticked, line };
}

interface Found {
  readonly place: Place;
  /** Offset behind it. */
  readonly end: number;
}

const WITH_LINES = /^\s*\.\/(\S+?)#(\d+)(?:-(\d+))?(?=$|[\s:–—-])/;
const WITHOUT_LINES = /^\s*\.\/(\S+?)(?=$|\s|[:–—-](?:\s|$))/;

function readPlain(source: string, start: number): Found | undefined {
  const text = source.slice(start);
  const match = WITH_LINES.exec(text) ?? WITHOUT_LINES.exec(text);
  if (match === null) return undefined;
  const [whole, path = "", from, to] = match;
  return { place: placeOf(unescape(path), from, to), end: start + whole.length };
}

const LINES = /^#(\d+)(?:-(\d+))?(?=$|[\s:–—-])/;

/** A path in backticks or a link, its lines inside or right behind it. */
function readWrapped(node: PhrasingContent, source: string): Found | undefined {
  const names =
    node.type === "inlineCode" ? [node.value] : node.type === "link" ? [decode(node.url), renderInlineText(node)] : [];
  const places = names.flatMap((name) => readName(name) ?? []);
  const [place] = places;
  if (place === undefined) return undefined;
  const { end } = offsetsOf(node);
  const [whole = "", from, to] = LINES.exec(source.slice(end)) ?? [];
  const lines = places.find((other) => other.from !== undefined) ?? placeOf("", from, to);
  return { place: { ...lines, path: place.path }, end: end + whole.length };
}

function readName(name: string): Place | undefined {
  const [, path, from, to] = /^\.\/(.+?)(?:#(\d+)(?:-(\d+))?)?$/s.exec(name.replace(/^`(.*)`$/s, "$1")) ?? [];
  return path === undefined ? undefined : placeOf(path, from, to);
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function placeOf(path: string, from: string | undefined, to: string | undefined): Place {
  return from === undefined ? { path } : { path, from: Number(from), to: Number(to ?? from) };
}
