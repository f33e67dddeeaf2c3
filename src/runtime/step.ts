import { eventOf } from "../engine/script-event.ts";
import { captureTree } from "../git/capture.ts";
import { preloadGit } from "../git/client.ts";
import { captureTip } from "../git/capture-tip.ts";
import { withLock } from "../git/lock.ts";
import type { CapturedTree, Repository, WorktreeLock } from "../git/types.ts";
import { isRefusal, type Outcome } from "../report/outcome.ts";
import { advance, recordAttempt } from "./advance.ts";
import { putCapture } from "./capture-file.ts";
import { collapse } from "./collapse.ts";
import { declineEarly } from "./decline.ts";
import { steeringPaths } from "./facts.ts";
import { readWorkingFile } from "./paths.ts";
import { readRest, type Opening, type Rest } from "./rest.ts";
import { formatSteering, steeringFileOf, validateSteering, type SteeringFile } from "./steering.ts";
import type { StepOptions } from "./step-options.ts";
import { viewCaptured, viewPending, type View } from "./view.ts";

/**
 * One attempt to capture a turn: advances, squashes, stays, or is refused (STATES.md, "A step"). Refusals are
 * outcomes; throws when the repository, the configuration or a command is at fault, with nothing changed.
 */
export async function step(repo: Repository, opening: Opening, options: StepOptions): Promise<Outcome> {
  if (options.dryRun === true) return foresee(await readRest(repo, opening), options);
  return withLock(repo, async (lock) => {
    const reading = readRest(repo, opening);
    preloadGit();
    return stepLocked(lock, await reading, options);
  });
}

/** A step of a command that holds the lock already and has read where the process stands under it. */
export async function stepLocked(lock: WorktreeLock, rest: Rest, options: StepOptions): Promise<Outcome> {
  const early = declineEarly(rest, options);
  if (early !== undefined) return early;
  const { changed, restore } = await putCapture(rest, options);
  const outcome = await perform(lock, rest, options, changed ? "changed" : "read").catch((error: unknown) => {
    restore();
    throw error;
  });
  if (isRefusal(outcome)) restore();
  return outcome;
}

async function foresee(rest: Rest, options: StepOptions): Promise<Outcome> {
  const early = declineEarly(rest, options);
  if (early !== undefined) return early;
  const { decision, file, text } = await viewPending(rest, viewOptions(options));
  const state = rest.state.name;
  if (decision.kind === "refuse") return { kind: "refused", state, decision };
  if (decision.kind !== "stay" && file !== undefined && text !== undefined && !hasCommand(rest, file)) {
    const findings = await validateSteering(rest, file, text);
    if (findings.some(({ severity }) => severity === "error"))
      return { kind: "invalid", state, path: file.path, text, findings };
  }
  return { kind: "foreseen", state, decision };
}

/** A declared command is not run only to look ahead. */
function hasCommand(rest: Rest, { mode }: SteeringFile): boolean {
  return mode !== undefined && rest.project.workflow.modes.get(mode)?.validate !== undefined;
}

function viewOptions(options: StepOptions) {
  return { actor: options.actor, ...(options.exit === undefined ? {} : { events: [eventOf(options.exit)] }) };
}

/** Whether the tree is as the snapshot has it, was written since, or was written by a command of the very step. */
type Tree = "read" | "changed" | "again";

async function perform(lock: WorktreeLock, rest: Rest, options: StepOptions, is: Tree): Promise<Outcome> {
  const file = await steeringFileOf(rest);
  if (file !== undefined && rest.snapshot.changes.some((change) => change.path === file.path))
    await formatSteering(rest, file);
  const captured = await captureNow(rest, options, is === "read");
  const view = await viewCaptured(rest, captured, viewOptions(options));
  const { decision } = view;
  switch (decision.kind) {
    case "refuse":
      return { kind: "refused", state: rest.state.name, decision };
    case "stay":
      return recordAttempt(lock, rest, options);
    case "squash":
    case "advance": {
      const findings =
        view.file === undefined || view.text === undefined
          ? []
          : await validateSteering(rest, view.file, view.text, captured.tree);
      if (is !== "again" && declaredCommandChanged(rest, view)) return perform(lock, rest, options, "again");
      if (view.file !== undefined && findings.some((finding) => finding.severity === "error")) {
        return { kind: "invalid", state: rest.state.name, path: view.file.path, text: view.text ?? "", findings };
      }
      return decision.kind === "squash"
        ? collapse(lock, rest, captured, { ...view, decision })
        : advance(lock, { rest, captured, view, decision, options });
    }
  }
}

/**
 * The working tree as a tree object; where git has just said that nothing differs from the tip, and nothing was
 * written since, it is the tip's.
 */
export async function captureNow(
  rest: Rest,
  { allowLarge, allowLink }: Pick<StepOptions, "allowLarge" | "allowLink">,
  fresh: boolean,
): Promise<CapturedTree> {
  const { project, snapshot } = rest;
  const steering = [...(await steeringPaths(rest))];
  const known = fresh ? await captureTip(project.repo, snapshot, steering) : undefined;
  return (
    known ??
    captureTree(project.repo, snapshot, {
      limit: project.settings.limits.file,
      allowLarge: allowLarge ?? false,
      allowLink: allowLink ?? false,
      steering,
    })
  );
}

/** A declared command may have written the file that it was to look at. */
function declaredCommandChanged(rest: Rest, view: View): boolean {
  if (view.file?.mode === undefined || view.text === undefined) return false;
  const declared = rest.project.workflow.modes.get(view.file.mode);
  if (declared?.validate === undefined && declared?.signals === undefined) return false;
  return readWorkingFile(rest.project.repo.root, view.file.path) !== view.text;
}
