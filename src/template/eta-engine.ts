import { Eta } from "eta/core";
import { runWithin, TimeUp } from "../bound.ts";
import { quoteShell } from "./quote.ts";
import { TemplateError } from "./template-error.ts";
import type { TemplateFault } from "./types.ts";

/** One tag of a template: its code, and whether it must be an expression. */
export interface Tag {
  readonly code: string;
  readonly line: number;
  readonly expression: boolean;
}

/** What a tag threw, with the line of the tag. */
class TagError extends Error {
  readonly thrown: unknown;
  readonly line: number;
  constructor(thrown: unknown, line: number) {
    super("a tag threw");
    this.thrown = thrown;
    this.line = line;
  }
}

type Compiled = ReturnType<Eta["compile"]>;
interface Engine {
  readonly eta: Eta;
  readonly compiled: Map<string, Compiled>;
}

const engines = new Map<boolean, Engine>();

/** Milliseconds that a template may take by default. */
const LIMIT = 5000;
/** What a tag needs in order to go on for long: a loop, a function, a regular expression. */
const LASTING = /\b(?:for|while|do|function|class|new|eval|constructor)\b|=>|\/|`/;

/** Runs a template through Eta. Throws `TemplateError`; its `cause` is what the template threw, if it ran. */
export function runEta(source: string, it: object, shell: boolean, limit = LIMIT): string {
  const { eta } = engine(shell);
  const template = compile(source, shell);
  const render = (): unknown => eta.render(template, it);
  const lasting = parseTags(eta, source).find(({ code }) => LASTING.test(code));
  let text: unknown;
  try {
    text = lasting === undefined ? render() : runWithin(limit, render);
  } catch (error) {
    if (error instanceof TimeUp && lasting !== undefined)
      throw new TemplateError(
        {
          message: `it did not end within ${limit / 1000} s: a loop in it has no end`,
          ...locate(source, lasting.line),
        },
        error,
      );
    if (!(error instanceof TagError)) throw error;
    throw new TemplateError({ message: describeThrown(error.thrown), ...locate(source, error.line) }, error.thrown);
  }
  if (typeof text !== "string") throw new TemplateError({ message: "a tag holds a `return`, so there is no text" });
  return text;
}

/** Anything can be thrown, also what has no text. */
function describeThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return "it threw what has no text";
  }
}

/** Compiles a template without running it and lists its tags; throws `TemplateError`. */
export function compileEta(source: string): readonly Tag[] {
  compile(source, false);
  return parseTags(engine(false).eta, source);
}

function compile(source: string, shell: boolean): Compiled {
  const { eta, compiled } = engine(shell);
  const known = compiled.get(source);
  if (known !== undefined) return known;
  try {
    const template = eta.compile(source);
    compiled.set(source, template);
    return template;
  } catch (error) {
    throw new TemplateError(describeFault(eta, source, error), error);
  }
}

function engine(shell: boolean): Engine {
  const known = engines.get(shell);
  if (known !== undefined) return known;
  const eta = new Eta({
    autoEscape: true,
    autoFilter: true,
    autoTrim: false,
    cache: false,
    debug: true,
    escapeFunction: (value) => (shell ? quoteShell(String(value)) : String(value)),
    filterFunction: textOf,
  });
  eta.RuntimeErr = (error, _source, line) => {
    throw new TagError(error, line);
  };
  const made: Engine = { eta, compiled: new Map() };
  engines.set(shell, made);
  return made;
}

/** A tag without a value would print "undefined" into a prompt or a command, and one that forgot a call its source. */
function textOf(value: unknown): string {
  const fault = (what: string) => new TemplateError({ message: `a tag gives ${what}, not a text` });
  if (value === undefined || value === null) throw fault(String(value));
  if (typeof value === "function") throw fault("a function: a call is written with ()");
  if (value instanceof Promise) {
    value.catch(() => {});
    throw fault("a promise");
  }
  const text = String(value);
  if (typeof value === "object" && text.startsWith("[object ")) throw fault("an object");
  return text;
}

/** The column is known when the line holds one tag only. */
function locate(source: string, line: number): { line: number; column?: number } {
  const text = source.split("\n")[line - 1] ?? "";
  const column = text.indexOf("<%");
  return column >= 0 && text.lastIndexOf("<%") === column ? { line, column: column + 1 } : { line };
}

function describeFault(eta: Eta, source: string, error: unknown): TemplateFault {
  const message = error instanceof Error ? error.message : String(error);
  const placed = /^(.*) at line (\d+) col (\d+):/.exec(message);
  if (placed !== null) return { message: placed[1] ?? message, line: Number(placed[2]), column: Number(placed[3]) };
  const syntax = /^Bad template syntax\s+(.*)/.exec(message)?.[1] ?? message;
  const tags = parseTags(eta, source);
  const wrong =
    tags.find((tag) => tag.expression && !isExpression(tag.code)) ?? (tags.length === 1 ? tags[0] : undefined);
  return { message: `syntax of a tag: ${syntax}`, ...(wrong === undefined ? {} : locate(source, wrong.line)) };
}

function isExpression(code: string): boolean {
  try {
    return typeof new Function(`return (${code}\n)`) === "function";
  } catch {
    return false;
  }
}

function parseTags(eta: Eta, source: string): readonly Tag[] {
  return eta
    .parse(source)
    .flatMap((part) =>
      typeof part === "string" ? [] : [{ code: part.val, line: part.lineNo ?? 1, expression: part.t !== "e" }],
    );
}
