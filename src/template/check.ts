import { compileEta } from "./eta-engine.ts";
import { parsePlain } from "./plain.ts";
import { normalizeBreaks } from "./render.ts";
import { TemplateError } from "./template-error.ts";
import type { TemplateFault } from "./types.ts";

export interface TemplateCheck {
  /** Why the template does not compile. */
  readonly fault?: TemplateFault;
  /** Names of the variables it reads by name, in order of appearance. */
  readonly vars: readonly string[];
  /** Members of `it` that it reads by name, in order of appearance. */
  readonly members: readonly string[];
}

const MEMBER = /(?<![\w$.])it\s*(?:\?\.|\.|\[\s*(?=["']))\s*["']?([A-Za-z_$][\w$]*)/g;
const VAR =
  /(?<![\w$.])it\s*(?:\??\.\s*vars|\[\s*["']vars["']\s*\])\s*(?:\?\.|\.|\[\s*(?=["']))\s*["']?([A-Za-z_$][\w$]*)/g;
/** Template literals are kept, for what they interpolate; of the rest, strings and comments hold no code. */
const OPAQUE = /`(?:\\[\s\S]|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

/** Compiles a template, never runs it, and lists what it reads. */
export function checkTemplate(source: string): TemplateCheck {
  const text = normalizeBreaks(source);
  const plain = parsePlain(text);
  if (plain !== undefined) {
    const vars = unique(plain.flatMap((part) => (part.kind === "var" ? [part.name] : [])));
    return { vars, members: vars.length > 0 ? ["vars"] : [] };
  }
  try {
    const code = compileEta(text)
      .map((tag) => stripOpaque(tag.code))
      .join("\n");
    return { vars: findNames(code, VAR), members: findNames(code, MEMBER) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { fault: error.fault, vars: [], members: [] };
  }
}

function stripOpaque(code: string): string {
  return code.replace(OPAQUE, (piece, offset: number) => {
    if (piece.startsWith("`")) return piece;
    return /\[\s*$/.test(code.slice(0, offset)) ? piece : " ";
  });
}

function findNames(code: string, pattern: RegExp): readonly string[] {
  return unique([...code.matchAll(pattern)].map((match) => match[1] ?? ""));
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
