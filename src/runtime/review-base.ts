import type { State } from "../engine/types.ts";
import { changedPaths } from "../git/diff.ts";
import { emptyTree } from "../git/refs.ts";
import { latestTurnInto } from "./latest-turn.ts";
import type { Rest } from "./rest.ts";

/**
 * The commit that a review window compares with (STATES.md, "The review window"): the parent of the latest entry of
 * the window's `since`; where that diff shows nothing but kept paths, or there is no such entry, the base that the
 * process was started with; else the process's start. `state` without a window takes the workflow's only one.
 * `tree` is the tree to compare with where it is not the tip's.
 */
export async function findReviewBase(
  rest: Rest,
  state: State,
  kept: (path: string) => boolean,
  tree?: string,
): Promise<string> {
  const { position, project, snapshot } = rest;
  const since = (state.window ?? onlyWindow(rest))?.since;
  const entry = since === undefined ? undefined : latestTurnInto(position.process, since)?.commit;
  const parent = entry?.parents[0];
  const end = tree ?? snapshot.tip;
  if (parent !== undefined && end !== null) {
    const changes = await changedPaths(project.repo, parent, end);
    if (changes.some((change) => !kept(change.path))) return parent;
  }
  return startedBase(rest) ?? position.start ?? emptyTree(project.repo);
}

/** The base that the process was started with (`gtd start --base`). */
function startedBase(rest: Rest): string | undefined {
  return rest.position.process
    .map((turn) => turn.trailers.get("Gtd-Review-Base")?.at(-1))
    .find((base) => base !== undefined);
}

function onlyWindow(rest: Rest): State["window"] {
  const windows = [...rest.project.workflow.states.values()].flatMap((state) =>
    state.window === undefined ? [] : [state.window],
  );
  return windows.length === 1 ? windows[0] : undefined;
}
