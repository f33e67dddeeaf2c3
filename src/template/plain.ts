import { readVar } from "./context.ts";
import { quoteShell } from "./quote.ts";
import { TemplateError } from "./template-error.ts";

/** A piece of a template that needs no engine: literal text, or one variable. */
export type PlainPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "var"; readonly name: string; readonly raw: boolean; readonly offset: number };

const VAR_TAG = /<%\s*([=~])\s*it\.vars\.([A-Za-z_$][A-Za-z0-9_$]*)\s*%>/g;

/** Splits a template into text and plain variable tags; undefined when it holds any other tag. */
export function parsePlain(source: string): readonly PlainPart[] | undefined {
  const parts: PlainPart[] = [];
  let end = 0;
  for (const match of source.matchAll(VAR_TAG)) {
    if (!addText(match.index)) return undefined;
    parts.push({ kind: "var", name: match[2] ?? "", raw: match[1] === "~", offset: match.index });
    end = match.index + match[0].length;
  }
  return addText(source.length) ? parts : undefined;

  function addText(to: number): boolean {
    const text = source.slice(end, to);
    if (text !== "") parts.push({ kind: "text", text });
    return !text.includes("<%");
  }
}

/** Renders what `parsePlain` gave for `source`; throws `TemplateError`. */
export function renderPlain(
  source: string,
  parts: readonly PlainPart[],
  vars: Readonly<Record<string, string>>,
  shell: boolean,
): string {
  return parts.map((part) => (part.kind === "text" ? part.text : renderVar(part))).join("");

  function renderVar(part: PlainPart & { kind: "var" }): string {
    try {
      const value = readVar(vars, part.name);
      return shell && !part.raw ? quoteShell(value) : value;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new TemplateError({ message: error.message, ...positionAt(source, part.offset) });
    }
  }
}

function positionAt(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
