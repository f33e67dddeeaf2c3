import { withLock } from "../git/lock.ts";
import type { Outcome } from "../report/outcome.ts";
import type { Rest } from "../runtime/rest.ts";
import { step, stepLocked } from "../runtime/step.ts";
import type { StepOptions } from "../runtime/step-options.ts";

/**
 * A step from where the loop has just read that the process stands: git is not asked again, since a tip that moved
 * meanwhile refuses the step all the same. A left journal may move it rightly, so that is read afresh.
 */
export function stepFrom(rest: Rest, options: StepOptions): Promise<Outcome> {
  const { project, snapshot } = rest;
  if (snapshot.journal) return step(project.repo, project, options);
  return withLock(project.repo, (lock) => stepLocked(lock, rest, options));
}
