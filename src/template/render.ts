import { showBytes } from "../report/sanitize.ts";
import { buildContext, buildVarsContext, type TemplateContext } from "./context.ts";
import { runEta } from "./eta-engine.ts";
import { parsePlain, renderPlain } from "./plain.ts";
import type { TemplateFacts } from "./types.ts";

export { TemplateError } from "./template-error.ts";

export interface RenderOptions {
  /** `<%= %>` quotes its value for the shell: scripts and commands. */
  readonly shell?: boolean;
  /** Milliseconds that it may take; default 5 s. */
  readonly limit?: number;
}

/**
 * Renders an Eta template (STATES.md, "Templates"). Line ends of the template's own text become "\n".
 * Throws `TemplateError`; what a fact throws (`NeedFact` above all) comes out as it is, even if the template caught it.
 */
export function renderTemplate(source: string, facts: TemplateFacts, options: RenderOptions = {}): string {
  return render(source, facts.vars, () => buildContext(facts), options);
}

/** Renders a template in which variables alone are known; throws `TemplateError`. */
export function renderVars(
  source: string,
  vars: Readonly<Record<string, string>>,
  options: RenderOptions = {},
): string {
  return render(source, vars, () => buildVarsContext(vars), options);
}

function render(
  source: string,
  vars: Readonly<Record<string, string>>,
  makeContext: () => TemplateContext,
  { shell = false, limit }: RenderOptions,
): string {
  const text = normalizeBreaks(source);
  const parts = parsePlain(text);
  if (parts !== undefined) return renderPlain(text, parts, vars, shell);
  const context = makeContext();
  let result: { readonly text: string } | { readonly error: unknown };
  try {
    result = { text: runEta(text, context.it, shell, limit) };
  } catch (error) {
    result = { error };
  }
  const thrown = context.thrown();
  if (thrown !== undefined) throw thrown.error;
  if ("error" in result) throw result.error;
  return showBytes(result.text);
}

/** Eta does the same to what it parses; a template must not render differently without it. */
export function normalizeBreaks(source: string): string {
  return source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
}
