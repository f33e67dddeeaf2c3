import { renderContent } from "./content.ts";
import { findDepth } from "./depth.ts";
import { parseMarkdown } from "./markdown.ts";
import { parseQa } from "./qa.ts";
import { outlineReview, parseReview } from "./review.ts";
import { parseVerdict } from "./verdict.ts";

/** Layouts tried before the text is left alone; prettier's second pass rarely differs from its first. */
const PASSES = 3;

/**
 * The text as prettier lays markdown out (width 80, prose wrapped), with its own line ending, BOM and last newline
 * or lack of one. The same text comes back when prettier fails on it, finds no stable layout, or would change what
 * the parsers read.
 */
export async function formatMarkdown(text: string): Promise<string> {
  if (findDepth(text) !== undefined) return text;
  let current = text;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const next = await layOut(current);
    if (next === undefined) return text;
    if (next === current) return current === text || readsAlike(text, current) ? current : text;
    current = next;
  }
  return text;
}

async function layOut(text: string): Promise<string | undefined> {
  const [prettier, markdown] = await Promise.all([import("prettier/standalone"), import("prettier/plugins/markdown")]);
  try {
    const formatted = await prettier.format(text, {
      parser: "markdown",
      plugins: [markdown],
      printWidth: 80,
      proseWrap: "always",
      endOfLine: "auto",
      embeddedLanguageFormatting: "off",
    });
    return /[\r\n]$/.test(text) ? formatted : formatted.replace(/\r\n$|[\r\n]$/, "");
  } catch {
    return undefined;
  }
}

function readsAlike(a: string, b: string): boolean {
  return (
    renderContent(parseMarkdown(a), { ticks: true }) === renderContent(parseMarkdown(b), { ticks: true }) &&
    renderReading(a) === renderReading(b)
  );
}

const PLACES: ReadonlySet<string> = new Set(["line", "range"]);

/** All that the parsers read, places aside; every pointer of the document, in a chunk or not. */
function renderReading(text: string): string {
  const reading = [parseQa(text), parseReview(text), outlineReview(text).pointers, parseVerdict(text)];
  return JSON.stringify(reading, (key, value: unknown) => (PLACES.has(key) ? undefined : value));
}
