import { matchGlobs } from "../engine/glob.ts";

import type { Globs, State } from "../engine/types.ts";
import { readDiff, workingPaths } from "../git/diff.ts";
import { listTree, readBlobs } from "../git/capture.ts";
import type { CapturedTree } from "../git/types.ts";
import { EXIT, UserError } from "../errors.ts";
import { renderTemplate, TemplateError } from "../template/render.ts";
import { NeedFact, type Request, type TemplateFacts } from "../template/types.ts";
import { processCost } from "./cost.ts";
import { latestTurnInto } from "./latest-turn.ts";
import { readWorkingFile } from "./paths.ts";
import type { Rest } from "./rest.ts";
import { findReviewBase } from "./review-base.ts";

/** What a template is rendered against, when it is not the resting state and the working tree. */
export interface RenderOptions {
  /** Quote `<%= %>` for the shell. */
  readonly shell?: boolean;
  /** The state the template belongs to; default: the resting one. */
  readonly state?: State;
  /** Read files from this tree instead of the working tree. */
  readonly tree?: CapturedTree;
  /** The steering file's path, where it is known already. */
  readonly file?: string;
  /** Set while the steering files' own names are rendered: a diff then leaves nothing out. */
  readonly naming?: boolean;
}

type Answers = Map<string, unknown>;

/**
 * Renders one template of a state. Rendering is synchronous and git is not: a template that meets an unknown fact is
 * left, the fact found, and the template rendered again, so that only what is used is computed.
 * Throws `template-failed` when the template throws.
 */
export async function renderAt(rest: Rest, source: string, options: RenderOptions = {}): Promise<string> {
  if (!source.includes("<%")) return source;
  const answers = answersOf(rest, options.tree);
  for (;;) {
    try {
      return renderTemplate(source, factsOf(rest, options, answers), options.shell === true ? { shell: true } : {});
    } catch (error) {
      if (error instanceof NeedFact) answers.set(keyOf(error.request), await findFact(rest, options, error.request));
      else if (error instanceof TemplateError) throw templateFailure(options.state ?? rest.state, error);
      else throw error;
    }
  }
}

/** Renders a template that may be absent. */
export async function renderOptional(
  rest: Rest,
  source: string | undefined,
  options: RenderOptions = {},
): Promise<string | undefined> {
  return source === undefined ? undefined : renderAt(rest, source, options);
}

const kept = new WeakMap<object, Answers>();

/** Answers live as long as the rest (or tree) they are about. */
function answersOf(rest: Rest, tree: CapturedTree | undefined): Answers {
  const owner = tree ?? rest;
  const answers = kept.get(owner) ?? new Map<string, unknown>();
  kept.set(owner, answers);
  return answers;
}

function keyOf(request: Request): string {
  return JSON.stringify(request);
}

function factsOf(rest: Rest, options: RenderOptions, answers: Answers): TemplateFacts {
  const { position, snapshot, project } = rest;
  const state = options.state ?? rest.state;
  const ask = <T>(request: Request): T => {
    const key = keyOf(request);
    if (!answers.has(key)) throw new NeedFact(request);
    return answers.get(key) as T;
  };
  const needed = (value: string | null): string => value ?? ask<string>({ kind: "empty-tree" });
  const entered = (name: string): string | undefined => latestTurnInto(position.process, name)?.commit.hash;
  return {
    vars: project.workflow.vars,
    state: state.name,
    actor: state.actor ?? rest.actor,
    file: options.file,
    edges: state.rows.map((row) => ({
      pattern: row.pattern.source,
      ...("to" in row.target ? { target: row.target.to } : { refuse: row.target.refuse }),
      ...(row.action === undefined ? {} : { action: row.action }),
      ...(row.describe === undefined ? {} : { describe: row.describe }),
    })),
    get start() {
      return needed(position.start);
    },
    get head() {
      return needed(snapshot.tip);
    },
    get previous() {
      return needed(position.process.at(-1)?.commit.parents[0] ?? position.start);
    },
    get reviewBase() {
      return ask<string>({ kind: "review-base", state: state.name });
    },
    readFile: (path) =>
      options.tree === undefined
        ? readWorkingFile(project.repo.root, path)
        : ask<string | undefined>({ kind: "blob", path }),
    entered,
    visits: (name) => position.trace.filter((one) => one === name).length,
    diff: (from, to) => ask<string>(to === undefined ? { kind: "diff", from } : { kind: "diff", from, to }),
    retainedDiff: () => ask<string>({ kind: "diff", from: needed(position.start), retained: true }),
    paths: () => ask<readonly string[]>({ kind: "paths" }),
    costByModel: processCost(position.process).byModel,
  };
}

async function findFact(rest: Rest, options: RenderOptions, request: Request): Promise<unknown> {
  const { repo } = rest.project;
  switch (request.kind) {
    case "empty-tree": {
      const { emptyTree } = await import("../git/refs.ts");
      return emptyTree(repo);
    }
    case "review-base":
      return findReviewBase(rest, options.state ?? rest.state, await keptPaths(rest));
    case "paths":
      return options.tree === undefined ? workingPaths(repo, rest.snapshot) : listTree(repo, options.tree.tree);
    case "blob":
      return readTreeFile(rest, options.tree, request.path);
    case "diff": {
      const steering = options.naming === true ? new Set<string>() : await steeringPaths(rest);
      const dropped = request.retained === true ? dropOf(rest) : () => false;
      return readDiff(repo, {
        from: request.from,
        to: request.to ?? null,
        exclude: (path) => steering.has(path) || dropped(path),
        limit: rest.project.settings.limits.diff,
      });
    }
  }
}

const named = new WeakMap<Rest, Promise<ReadonlySet<string>>>();

/** Every steering file of the workflow: the rendered `file` of each state. */
export function steeringPaths(rest: Rest): Promise<ReadonlySet<string>> {
  const known = named.get(rest) ?? renderNames(rest);
  named.set(rest, known);
  return known;
}

async function renderNames(rest: Rest): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const state of rest.project.workflow.states.values()) {
    if (state.file !== undefined) names.add(await renderAt(rest, state.file, { state, naming: true }));
  }
  names.delete("");
  return names;
}

/** What a review window and a review base leave out: steering files and whatever a squash drops. */
export async function keptPaths(rest: Rest): Promise<(path: string) => boolean> {
  const steering = await steeringPaths(rest);
  const dropped = dropOf(rest);
  return (path) => steering.has(path) || dropped(path);
}

/** Text of a file in a captured tree. */
export async function readTreeFile(
  rest: Rest,
  captured: CapturedTree | undefined,
  path: string,
): Promise<string | undefined> {
  if (captured === undefined) return readWorkingFile(rest.project.repo.root, path);
  const change = captured.changes.find((one) => one.path === path);
  if (change?.after === null) return undefined;
  if (change !== undefined) return (await readBlobs(rest.project.repo, [change.after.blob]))[0]?.toString("utf8");
  const paths = await listTree(rest.project.repo, captured.tree);
  if (!paths.includes(path)) return undefined;
  const [blob] = await readBlobs(rest.project.repo, [`${captured.tree}:${path}`]);
  return blob?.toString("utf8");
}

/** Whether any commit state of the workflow drops a path. */
export function dropOf(rest: Rest): (path: string) => boolean {
  return matchAny([...rest.project.workflow.states.values()].flatMap((state) => state.drop));
}

/** Whether one of several globs matches a path. */
export function matchAny(globs: readonly Globs[]): (path: string) => boolean {
  const matchers = globs.map((one) => matchGlobs(one));
  return (path) => matchers.some((match) => match(path));
}

function templateFailure(state: State, error: TemplateError): UserError {
  const { fault } = error;
  const place =
    fault.line === undefined
      ? ""
      : ` (line ${fault.line}${fault.column === undefined ? "" : `, column ${fault.column}`} of the template)`;
  return new UserError(`a template of the state "${state.name}" failed${place}: ${fault.message}`, {
    code: "template-failed",
    exit: EXIT.config,
    next: ["mend the template in the workflow, then run the command again"],
    cause: error,
  });
}
