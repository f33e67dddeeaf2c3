import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { formatSubject } from "../engine/subject.ts";
import type { DecideInput, Workflow } from "../engine/types.ts";
import { eventOf } from "../engine/script-event.ts";
import { UserError } from "../errors.ts";
import { commitAll, createRepository } from "../git/create.ts";
import type { Outcome } from "../report/outcome.ts";
import type { Result, TakeStep } from "../scenario/follow.ts";
import { refusalOf, type Came } from "../scenario/judge.ts";
import type { Taken, Unplayable } from "../scenario/play.ts";
import type { Deed, Scenario } from "../scenario/types.ts";
import type { CheckLoading } from "./check-input.ts";
import type { Context } from "./context.ts";
import { listPastTurns, readPastTurn } from "./past-turn.ts";
import { readWorkingFile } from "./paths.ts";
import type { Project } from "./project.ts";
import { readRest, type Rest } from "./rest.ts";
import { runScript } from "./script.ts";
import { step } from "./step.ts";
import { viewPending } from "./view.ts";

/** Follows a scenario that runs its scripts, in a repository of its own that is removed afterwards. */
export async function playInRepository(
  context: Context,
  loading: CheckLoading,
  workflow: Workflow,
  scenario: Scenario,
  follow: (take: TakeStep) => Promise<Result>,
): Promise<Result> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "gtd-test-")));
  try {
    const repo = await layOut(join(base, "repository"), workflow, scenario);
    const { GTD_WORKTREE: _, ...env } = context.env;
    const project: Project = {
      repo,
      definition: loading.definition,
      workflow,
      settings: loading.settings,
      sources: loading.sources,
      env,
    };
    return await follow(({ actor, does }) => takeStep(project, actor, does, context.signal));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** The repository that a scenario begins in: what is given, and a turn for every state entered. */
async function layOut(root: string, workflow: Workflow, { at = workflow.initial, after, given }: Scenario) {
  mkdirSync(root, { recursive: true });
  const begins = at === workflow.initial;
  if (begins) writeFiles(root, given);
  const repo = await createRepository(root, "chore: begin");
  if (begins) return repo;
  writeFiles(root, given);
  let from = workflow.initial;
  for (const to of [...after, at]) {
    await commitAll(repo, formatSubject(workflow.states.get(from)?.actor ?? "", from, to));
    from = to;
  }
  return repo;
}

function writeFiles(root: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function takeStep(project: Project, actor: string, does: Deed, signal: AbortSignal): Promise<Taken | Unplayable> {
  const { repo } = project;
  const rest = await readRest(repo, project);
  const state = rest.state.name;
  try {
    if (rest.state.content.kind === "script" && actor === rest.actor)
      return await takeScript(project, rest, does, signal);
    const missing = does.remove.find((path) => readWorkingFile(repo.root, path) === undefined);
    if (missing !== undefined)
      return {
        fault: `there is no file "${missing}" to delete at this step`,
        next: "name it under given, or leave it out",
      };
    writeFiles(repo.root, does.write);
    for (const path of does.remove) rmSync(join(repo.root, path));
    const came = cameOf(await step(repo, project, { actor }));
    return { state, came, readInput: () => readInput(project, rest, actor, []) };
  } catch (error) {
    if (!(error instanceof UserError) || error.code === "interrupted") throw error;
    const text = [error.message, error.detail].filter((part) => part !== undefined).join("\n");
    const came: Came = { kind: "declined", code: error.code, text };
    return { state, came, readInput: () => readInput(project, rest, actor, []) };
  }
}

/** Runs the script; what the scenario says of it is what must have come of it. */
async function takeScript(project: Project, rest: Rest, does: Deed, signal: AbortSignal): Promise<Taken | Unplayable> {
  let output = "";
  const onOutput = (chunk: string): void => {
    output += chunk;
  };
  const { outcome, exit } = await runScript(project.repo, project, { signal, onOutput });
  const fault = compareRun(project.repo.root, rest.state.name, does, exit);
  if (fault !== undefined)
    return { fault: `${fault}${tailOf(output)}`, next: "mend the script, or what the step says of it" };
  const readAfter = (): Promise<DecideInput> => readInput(project, rest, rest.actor, [eventOf(exit)]);
  return { state: rest.state.name, came: cameOf(outcome), readInput: readAfter };
}

function compareRun(root: string, state: string, does: Deed, exit: number | "timeout"): string | undefined {
  if (does.exit !== undefined && does.exit !== exit)
    return `the script of "${state}" ended with ${exit}, not with ${does.exit}`;
  for (const [path, text] of does.write) {
    const left = readWorkingFile(root, path);
    if (left === undefined) return `the script of "${state}" did not write "${path}"`;
    if (left !== text)
      return `the script of "${state}" wrote into "${path}" ${JSON.stringify(left)}, not ${JSON.stringify(text)}`;
  }
  const kept = does.remove.find((path) => readWorkingFile(root, path) !== undefined);
  return kept === undefined ? undefined : `the script of "${state}" did not delete "${kept}"`;
}

const TAIL = 15;

function tailOf(output: string): string {
  const lines = output.trimEnd().split("\n").slice(-TAIL);
  return output.trim() === "" ? "" : `; it printed:\n${lines.join("\n")}`;
}

/** What a turn was judged by: its commit, or what it left pending. What a squash took along is not told. */
async function readInput(project: Project, rest: Rest, actor: string, events: readonly string[]): Promise<DecideInput> {
  const after = await readRest(project.repo, project);
  const [commit] = after.snapshot.commits;
  const [turn] = listPastTurns(after.snapshot.commits, project.workflow.initial);
  const isNew = commit !== undefined && commit.hash !== rest.snapshot.tip;
  if (isNew && turn?.commit.hash === commit.hash) return readPastTurn(project.repo, project.workflow, turn);
  const { input } = await viewPending(isNew ? rest : after, { actor, events, everyRow: true });
  return input;
}

function cameOf(outcome: Outcome): Came {
  switch (outcome.kind) {
    case "declined":
      return { kind: "declined", code: outcome.code, text: outcome.text };
    case "invalid":
      return refusalOf(outcome.path, outcome.findings) ?? { kind: "declined", code: "invalid", text: outcome.path };
    case "stayed":
    case "attempt":
      return { kind: "decided", decision: { kind: "stay", state: outcome.state } };
    default:
      return { kind: "decided", decision: outcome.decision };
  }
}
