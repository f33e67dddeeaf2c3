import type { Change, State, Workflow } from "../engine/types.ts";
import { renderTemplate, TemplateError } from "../template/render.ts";
import type { TemplateFacts } from "../template/types.ts";

/** A file's text by its path. */
export type Files = ReadonlyMap<string, string>;

/** The changes between two trees, sorted by path. */
export function compareFiles(before: Files, after: Files): readonly Change[] {
  const changes: Change[] = [];
  for (const [path, text] of after) {
    if (!before.has(path)) changes.push({ status: "A", path });
    else if (before.get(path) !== text) changes.push({ status: "M", path });
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push({ status: "D", path });
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export interface MemoryFacts {
  readonly workflow: Workflow;
  readonly state: State;
  readonly files: Files;
  readonly trace: readonly string[];
}

/** What a template asked for that only a repository knows. */
const NO_REPOSITORY = 'a diff and a cost are known in a repository only: say "run: true" in the scenario';
const NO_COMMIT = "0".repeat(40);

/** Renders the name of a file in memory; undefined where there is none. Throws `TemplateError`. */
export function renderPath(template: string | undefined, facts: MemoryFacts): string | undefined {
  if (template === undefined) return undefined;
  const path = template.includes("<%") ? renderTemplate(template, templateFacts(facts)) : template;
  return path === "" ? undefined : path;
}

function templateFacts({ workflow, state, files, trace }: MemoryFacts): TemplateFacts {
  const unknown = (): never => {
    throw new TemplateError({ message: NO_REPOSITORY });
  };
  return {
    vars: workflow.vars,
    state: state.name,
    actor: state.actor ?? "",
    file: undefined,
    edges: [],
    start: NO_COMMIT,
    head: NO_COMMIT,
    previous: NO_COMMIT,
    reviewBase: NO_COMMIT,
    readFile: (path) => files.get(path),
    entered: (name) => (trace.includes(name) ? NO_COMMIT : undefined),
    visits: (name) => trace.filter((one) => one === name).length,
    diff: unknown,
    retainedDiff: unknown,
    paths: () => [...files.keys()],
    costByModel: [],
  };
}
