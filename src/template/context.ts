import { matchGlobs, parseGlobs } from "../engine/glob.ts";
import { TemplateError } from "./template-error.ts";
import type { TemplateFacts } from "./types.ts";

/** What templates call `it`, and what the facts threw while it was used. */
export interface TemplateContext {
  readonly it: object;
  /** The first error that a fact threw; a template cannot hide it by catching it. */
  readonly thrown: () => { readonly error: unknown } | undefined;
}

/** Runs a fact's function and keeps what it throws. */
type Ask = <T>(fact: () => T) => T;

/** Builds `it` (STATES.md, "Templates"): every member is computed when a template uses it, and once at most. */
export function buildContext(facts: TemplateFacts): TemplateContext {
  let thrown: { readonly error: unknown } | undefined;
  const ask: Ask = (fact) => {
    try {
      return fact();
    } catch (error) {
      thrown ??= { error };
      throw error;
    }
  };
  return { it: guardMembers(lazy(listMembers(facts, ask), ask)), thrown: () => thrown };
}

/** `it` for the places where variables alone are known: the keys of `on`, `retry.max`, `timeout`, `drop`. */
export function buildVarsContext(vars: Readonly<Record<string, string>>): TemplateContext {
  return {
    it: guardMembers(
      lazy({ vars: () => guardVars(vars) }, (fact) => fact()),
      "only variables are known here",
    ),
    thrown: () => undefined,
  };
}

/** Names of all members of `it`, for `gtd check`. */
export const TEMPLATE_MEMBERS: readonly string[] = [
  "vars",
  "state",
  "actor",
  "file",
  "edges",
  "read",
  "exists",
  "ls",
  "start",
  "head",
  "reviewBase",
  "entered",
  "visits",
  "diff",
  "cost",
  "costByModel",
  "startCommit",
  "currentCommit",
  "previousCommit",
  "processDiff",
  "lastDiff",
  "reviewDiff",
  "retainedDiff",
  "processCost",
  "processCostByModel",
];

function listMembers(facts: TemplateFacts, ask: Ask): Members {
  const cost = () => Number(facts.costByModel.reduce((sum, entry) => sum + entry.cost, 0).toFixed(6));
  const diff = (from: string, to?: string) => (to === undefined ? facts.diff(from) : facts.diff(from, to));
  const read = (path: string) => ask(() => facts.readFile(path));
  return {
    vars: () => guardVars(facts.vars),
    state: () => facts.state,
    actor: () => facts.actor,
    file: () => facts.file,
    edges: () => facts.edges,
    read: () => (given: unknown) => {
      const path = textArgument("read", given);
      const text = read(path);
      if (text === undefined)
        throw new TemplateError({ message: `there is no file "${path}": ask it.exists("${path}") first` });
      return text;
    },
    exists: () => (path: unknown) => read(textArgument("exists", path)) !== undefined,
    ls: () => (glob: unknown) => listPaths(textArgument("ls", glob), ask),
    start: () => facts.start,
    head: () => facts.head,
    reviewBase: () => facts.reviewBase,
    entered: () => (given: unknown) => {
      const state = textArgument("entered", given);
      return ask(() => facts.entered(state));
    },
    visits: () => (given: unknown) => {
      const state = textArgument("visits", given);
      return ask(() => facts.visits(state));
    },
    diff: () => (from: unknown, to?: unknown) => {
      const revisions = [revisionArgument(from), to === undefined ? undefined : revisionArgument(to)] as const;
      return ask(() => diff(...revisions));
    },
    cost,
    costByModel: () => facts.costByModel,
    startCommit: () => facts.start,
    currentCommit: () => facts.head,
    previousCommit: () => facts.previous,
    processDiff: () => diff(facts.start),
    lastDiff: () => diff(facts.previous, facts.head),
    reviewDiff: () => diff(facts.reviewBase),
    retainedDiff: () => facts.retainedDiff(),
    processCost: cost,
    processCostByModel: () => facts.costByModel,
  };

  function listPaths(glob: string, asked: Ask): readonly string[] {
    const globs = parseGlobs(glob);
    if ("fault" in globs) throw new TemplateError({ message: `it.ls("${glob}"): ${globs.fault}` });
    return asked(() => facts.paths())
      .filter(matchGlobs(globs))
      .toSorted(compareText);
  }
}

/** Templates are no typed code: what they hand over may be anything, a missing variable above all. */
function textArgument(member: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new TemplateError({
    message: `it.${member}() takes a text, and got ${value === null ? "null" : typeof value}`,
  });
}

/** A word that begins with a dash would be an option to git. */
function revisionArgument(value: unknown): string {
  const revision = textArgument("diff", value);
  if (revision === "" || revision.startsWith("-") || /[\0\n]/.test(revision))
    throw new TemplateError({ message: `it.diff(): ${JSON.stringify(revision)} is no revision` });
  return revision;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Members = Readonly<Record<string, () => unknown>>;

/** An object whose members are computed at their first use. */
function lazy(members: Members, ask: Ask): object {
  const object: object = Object.create(null);
  for (const [name, compute] of Object.entries(members)) {
    let value: { readonly of: unknown } | undefined;
    Object.defineProperty(object, name, { enumerable: true, get: () => (value ??= { of: ask(compute) }).of });
  }
  return object;
}

function guardMembers(members: object, why = "STATES.md lists those there are"): object {
  return new Proxy(members, {
    get(target, name) {
      if (typeof name === "symbol" || Object.hasOwn(target, name)) return Reflect.get(target, name);
      throw new TemplateError({ message: `unknown member "it.${name}": ${why}` });
    },
  });
}

function guardVars(vars: Readonly<Record<string, string>>): object {
  return new Proxy(
    { ...vars },
    {
      get: (_target, name) => (typeof name === "symbol" ? undefined : readVar(vars, name)),
    },
  );
}

/** A variable's value; a name that nobody declared is a fault that lists the declared ones. */
export function readVar(vars: Readonly<Record<string, string>>, name: string): string {
  const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
  if (value !== undefined) return value;
  const declared = Object.keys(vars).map((known) => `"${known}"`);
  throw new TemplateError({
    message: `unknown variable "${name}": ${declared.length === 0 ? "no variable is declared" : `declared are ${declared.join(", ")}`}`,
  });
}
