import { isUtf8 } from "node:buffer";
import type { Change } from "../engine/types.ts";
import type { Finding } from "../finding.ts";
import { changedPaths } from "../git/diff.ts";
import { isAncestor, resolveRef } from "../git/refs.ts";
import { cleanEnvironment, turnEnvironment } from "../shell/environment.ts";
import { runModeCommand, type ModeResults } from "../shell/mode.ts";
import { keptPaths, renderAt, renderOptional, steeringPaths } from "./facts.ts";
import { readWorkingBytes, readWorkingFile } from "./paths.ts";
import type { Rest } from "./rest.ts";
import { findReviewBase } from "./review-base.ts";
import { replaceWorkingFile, type WorkingTree } from "./write-working-file.ts";

/** The steering file of a state, its name rendered, with the name of its mode. */
export interface SteeringFile {
  readonly path: string;
  readonly mode: string | undefined;
}

/** The steering file of the resting state; undefined when the state names none. */
export async function steeringFileOf(rest: Rest): Promise<SteeringFile | undefined> {
  const path = await renderOptional(rest, rest.state.file);
  return path === undefined || path === "" ? undefined : { path, mode: rest.state.mode };
}

/**
 * Formats a steering file in place by its mode. The caller knows that it is pending: a file equal to HEAD's is never
 * formatted. Returns whether the content changed. Throws when a declared command fails.
 */
export async function formatSteering(rest: Rest, { path, mode }: SteeringFile): Promise<boolean> {
  const { root } = rest.project.repo;
  const before = readWorkingFile(root, path);
  if (before === undefined || mode === undefined) return false;
  const command = rest.project.workflow.modes.get(mode)?.format;
  if (command !== undefined) {
    await runDeclared(rest, "format", command, path);
    return readWorkingFile(root, path) !== before;
  }
  const { STEERING_MODES } = await import("../steering/index.ts");
  if (STEERING_MODES.get(mode)?.formats !== true) return false;
  return formatFile(rest.project.repo, path);
}

/**
 * Formats one markdown file with the built-in formatter; returns whether it changed. What is no UTF-8 text stays as it
 * is, byte for byte, and so does a file that somebody else wrote meanwhile.
 */
export async function formatFile(repo: WorkingTree, path: string): Promise<boolean> {
  const bytes = readWorkingBytes(repo.root, path);
  if (bytes === undefined || !isUtf8(bytes)) return false;
  const before = bytes.toString("utf8");
  const { formatMarkdown } = await import("../steering/format.ts");
  const after = await formatMarkdown(before);
  return after !== before && replaceWorkingFile(repo, path, { bytes, text: after });
}

/** Findings of a steering file's mode about one text of it. */
export async function validateSteering(
  rest: Rest,
  file: SteeringFile,
  text: string,
  tree?: string,
): Promise<readonly Finding[]> {
  if (file.mode === undefined) return [];
  const command = rest.project.workflow.modes.get(file.mode)?.validate;
  if (command !== undefined) return runDeclared(rest, "validate", command, file.path);
  const { STEERING_MODES } = await import("../steering/index.ts");
  const validate = STEERING_MODES.get(file.mode)?.validate;
  if (validate === undefined) return [];
  const draft = rest.state.content.kind === "prompt";
  const review = draft && file.mode === "review" ? await reviewFacts(rest, text, tree) : undefined;
  return validate({ path: file.path, text, draft, ...(review === undefined ? {} : { review }) });
}

/** Signals of a steering file's mode, given HEAD's text and the turn's. A state without a mode has none. */
export async function readSignals(
  rest: Rest,
  file: SteeringFile,
  texts: { readonly before: string | undefined; readonly after: string | undefined },
  changes: readonly Change[],
): Promise<readonly string[]> {
  if (file.mode === undefined) return [];
  const command = rest.project.workflow.modes.get(file.mode)?.signals;
  if (command !== undefined) return texts.after === undefined ? [] : runDeclared(rest, "signals", command, file.path);
  const { STEERING_MODES } = await import("../steering/index.ts");
  return STEERING_MODES.get(file.mode)?.signals?.({ path: file.path, ...texts, changes }) ?? [];
}

async function reviewFacts(rest: Rest, text: string, tree: string | undefined) {
  const { parseReview } = await import("../steering/review.ts");
  const { repo } = rest.project;
  const kept = await keptPaths(rest);
  const base = await findReviewBase(rest, rest.state, kept);
  const steering = await steeringPaths(rest);
  const changes = await changedPaths(repo, base, tree ?? null);
  const named = parseReview(text).base;
  return {
    changedPaths: changes.map((change) => change.path).filter((path) => !steering.has(path) && !kept(path)),
    baseIsAncestor: named === undefined || base.startsWith(named) || (await isReviewed(rest, named)),
  };
}

/** Whether a revision is a commit that the tip's history holds. */
async function isReviewed(rest: Rest, revision: string): Promise<boolean> {
  const { tip } = rest.snapshot;
  const { repo } = rest.project;
  if (tip === null) return true;
  const commit = await resolveRef(repo, revision);
  return commit !== null && isAncestor(repo, commit, tip);
}

/** Runs a declared mode's command on the live file. */
async function runDeclared<O extends keyof ModeResults>(
  rest: Rest,
  operation: O,
  command: string,
  path: string,
): Promise<ModeResults[O]> {
  const { repo, settings, env } = rest.project;
  return runModeCommand(operation, {
    command: await renderAt(rest, command, { shell: true, file: path }),
    shell: settings.shell,
    cwd: repo.root,
    env: {
      ...cleanEnvironment(env),
      ...turnEnvironment({ state: rest.state.name, actor: rest.actor, file: path, gitDir: repo.gitDir }),
    },
    timeout: settings.timeouts.script,
    path,
  });
}
