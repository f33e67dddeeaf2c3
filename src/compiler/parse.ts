import { LineCounter, parseDocument, type Document, type YAMLError } from "yaml";
import type { Finding } from "../finding.ts";
import { convertDocument, convertNode, TOO_DEEP, type Locator, type Parsed, type ParsedNode } from "./convert.ts";
import type { Source } from "./definition.ts";
import { quoteHint } from "./quote-hint.ts";
import { findingAt } from "./tree.ts";

/**
 * Reads one file as YAML 1.2 (JSON is a subset). A byte-order mark is skipped, CRLF is a line break, an empty file and
 * `null` say nothing, a list or a scalar at the top is a finding. Total: any text in, never a throw.
 */
export function parseSource(source: Source): Parsed {
  const parsed = parseText(source);
  return "faults" in parsed ? { findings: parsed.faults } : convertDocument(...parsed.read);
}

/** The same for a file that may hold anything at its top. */
export function parseNode(source: Source): ParsedNode {
  const parsed = parseText(source);
  return "faults" in parsed ? { findings: parsed.faults } : convertNode(...parsed.read);
}

type Read = readonly [document: Document.Parsed, text: string, locate: Locator];

function parseText(source: Source): { readonly faults: readonly Finding[] } | { readonly read: Read } {
  const text = source.text.startsWith("\uFEFF") ? source.text.slice(1) : source.text;
  const lineCounter = new LineCounter();
  const locate: Locator = (from, to) => ({
    path: source.path,
    range: { start: positionAt(lineCounter, from), end: positionAt(lineCounter, Math.max(from, to)) },
  });
  const document = parseDocument(text, {
    lineCounter,
    version: "1.2",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  const faults = findFaults(document, text, locate, lineCounter);
  return faults.length > 0 ? { faults } : { read: [document, text, locate] };
}

function findFaults(document: Document.Parsed, text: string, locate: Locator, lines: LineCounter): readonly Finding[] {
  const version = /^%YAML[ \t]+(\S+)/m.exec(text.slice(0, document.contents?.range[0] ?? text.length));
  if (document.directives.yaml.explicit === true && version !== null && version[1] !== "1.2") {
    const place = locate(version.index, version.index + version[0].length);
    return [
      findingAt(place, "yaml", `"${version[0]}" is not supported: configuration is YAML 1.2`, {
        hint: "remove the directive",
      }),
    ];
  }
  const byLine = new Map<number, Finding>();
  for (const fault of [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])) {
    const { line } = lines.linePos(fault.pos[0]);
    if (byLine.has(line)) continue;
    const [from, to] = fault.code === "RESOURCE_EXHAUSTION" ? [0, 0] : fault.pos;
    const hint = hintFor(fault, text, lines.lineStarts[line - 1] ?? 0);
    byLine.set(line, findingAt(locate(from, to), "yaml", describeFault(fault), hint === undefined ? {} : { hint }));
  }
  return [...byLine.values()];
}

/** The library's sentences, as ours are written. */
function describeFault(fault: YAMLError): string {
  if (fault.code === "TAB_AS_INDENT") return "a tab indents this line: YAML is indented with blanks";
  if (fault.code === "RESOURCE_EXHAUSTION") return TOO_DEEP;
  if (fault.code === "MULTIPLE_DOCS") return "a second document begins here: a configuration is one document";
  const [first = ""] = fault.message.split("\n");
  return first.slice(0, 1).toLowerCase() + first.slice(1);
}

/** What to type where the layout is wrong, and the library's sentence does not say it. */
const LAYOUT_HINTS: readonly (readonly [sentence: string, hint: string])[] = [
  ["All mapping items must start at the same column", "begin this line below the first letter of the keys beside it"],
  ["Implicit keys need to be on a single line", 'a key ends in a colon and a blank, as in "actor: human"'],
];

function hintFor(fault: YAMLError, text: string, lineStart: number): string | undefined {
  if (fault.code === "TAB_AS_INDENT" || fault.code === "MULTIPLE_DOCS") return undefined;
  return quoteHint(text, lineStart) ?? LAYOUT_HINTS.find(([sentence]) => fault.message.startsWith(sentence))?.[1];
}

function positionAt(lines: LineCounter, offset: number): { readonly line: number; readonly column: number } {
  const { line, col } = lines.linePos(offset);
  return line === 0 ? { line: 1, column: col } : { line, column: col };
}
