import type { Row } from "../engine/types.ts";
import type { Finding } from "../finding.ts";
import { environmentName } from "./environment-name.ts";
import { renderVars, TemplateError } from "../template/render.ts";

type Place = Pick<Finding, "path" | "range">;

export type Locate = (pointer: readonly string[], part?: "key" | "value") => Place;

interface ReportOptions {
  readonly part: "key" | "value";
  /** The text before it was rendered. */
  readonly source: string;
  readonly hint?: string | undefined;
}

const VAR = /\bit\.vars\.(\w+)/g;

/** One binding of a definition: the variables' values, and what comes to light with them. */
export class Rendering {
  readonly findings: Finding[] = [];
  readonly declared = new Map<Row, string>();
  readonly #vars: Readonly<Record<string, string>>;
  readonly #fromEnvironment: ReadonlySet<string>;
  readonly #templatesOnly: boolean;
  readonly #locate: Locate;

  /** @param templatesOnly whether a text that is no template was reported by the loading already */
  constructor(
    vars: Readonly<Record<string, string>>,
    fromEnvironment: ReadonlySet<string>,
    templatesOnly: boolean,
    locate: Locate,
  ) {
    this.#vars = vars;
    this.#templatesOnly = templatesOnly;
    this.#fromEnvironment = fromEnvironment;
    this.#locate = locate;
  }

  /** The text with its variables' values in it; undefined, with a finding, when it cannot be rendered. */
  render(text: string, pointer: readonly string[], part: "key" | "value" = "value"): string | undefined {
    if (!text.includes("<%")) return text;
    try {
      return renderVars(text, this.#vars);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.report("template", `${describePointer(pointer)}: ${error.fault.message}`, pointer, { part, source: text });
      return undefined;
    }
  }

  /** A finding on a text, which is placed at the variable that spoilt it when the text itself comes with gtd. */
  report(code: string, message: string, pointer: readonly string[], { part, hint, source }: ReportOptions): void {
    if (this.#templatesOnly && !source.includes("<%")) return;
    const [, state] = pointer;
    const read = [...source.matchAll(VAR)].map((match) => match[1] ?? "");
    const set = read.find((name) => this.#fromEnvironment.has(name));
    const told = set === undefined ? hint : `${environmentName(set)} is set to "${this.#vars[set]}" in the environment`;
    this.findings.push({
      code,
      severity: "error",
      message,
      ...this.#placeOf(pointer, part, read),
      ...(told === undefined ? {} : { hint: told }),
      ...(state === undefined ? {} : { state }),
    });
  }

  #placeOf(pointer: readonly string[], part: "key" | "value", read: readonly string[]): Place {
    const place = this.#locate(pointer, part);
    if (place.range !== undefined) return place;
    return read.map((name) => this.#locate(["vars", name], "value")).find(({ range }) => range !== undefined) ?? place;
  }
}

/** A pointer into a state, in words. */
export function describePointer([, state = "", key = "", ...rest]: readonly string[]): string {
  if (key === "on") return `the row "${rest.join(" ")}" of state "${state}"`;
  return `"${key === "retry" ? [key, ...rest].join(".") : key}" of state "${state}"`;
}
