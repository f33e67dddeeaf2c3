import type { Row } from "../engine/types.ts";
import type { Finding } from "../finding.ts";
import { renderVars, TemplateError } from "../template/render.ts";

export type Locate = (pointer: readonly string[], part?: "key" | "value") => Pick<Finding, "path" | "range">;

/** One binding of a definition: the variables' values, and what comes to light with them. */
export class Rendering {
  readonly findings: Finding[] = [];
  readonly declared = new Map<Row, string>();
  readonly #vars: Readonly<Record<string, string>>;
  readonly #locate: Locate;

  constructor(vars: Readonly<Record<string, string>>, locate: Locate) {
    this.#vars = vars;
    this.#locate = locate;
  }

  /** The text with its variables' values in it; undefined, with a finding, when it cannot be rendered. */
  render(text: string, pointer: readonly string[], part: "key" | "value" = "value"): string | undefined {
    if (!text.includes("<%")) return text;
    try {
      return renderVars(text, this.#vars);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.report("template", `${describePointer(pointer)}: ${error.fault.message}`, pointer, { part });
      return undefined;
    }
  }

  report(
    code: string,
    message: string,
    pointer: readonly string[],
    more: { readonly part?: "key" | "value"; readonly hint?: string | undefined } = {},
  ): void {
    const { part = "value", hint } = more;
    const [, state] = pointer;
    this.findings.push({
      code,
      severity: "error",
      message,
      ...this.#locate(pointer, part),
      ...(hint === undefined ? {} : { hint }),
      ...(state === undefined ? {} : { state }),
    });
  }
}

/** A pointer into a state, in words. */
export function describePointer([, state = "", key = "", ...rest]: readonly string[]): string {
  if (key === "on") return `the row "${rest.join(" ")}" of state "${state}"`;
  return `"${key === "retry" ? [key, ...rest].join(".") : key}" of state "${state}"`;
}
