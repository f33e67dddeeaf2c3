import { resolvePosition } from "../engine/resolve.ts";
import type { Resolution, State } from "../engine/types.ts";
import { readSnapshot } from "../git/snapshot.ts";
import type { Repository, Snapshot } from "../git/types.ts";
import type { Project } from "./project.ts";

/** Where the process waits now, with all that is known about it. */
export interface Rest {
  readonly project: Project;
  readonly snapshot: Snapshot;
  readonly position: Resolution;
  readonly state: State;
  /** The actor who is awaited. */
  readonly actor: string;
}

/** A project, or how to come by it. No promise of one: it may fail before anyone waits for it. */
export type Opening = Project | (() => Promise<Project>);

/**
 * Reads where the process stands. Git is asked first; a project that is opened by a function is opened while
 * git answers. What is `known` of before spares reading the history again.
 */
export async function readRest(repo: Repository, opening: Opening, known?: Snapshot): Promise<Rest> {
  let opened: Project | Promise<Project> | undefined;
  const open = () => (opened ??= typeof opening === "function" ? opening() : opening);
  const reading = readSnapshot(repo, {
    enough: async (commits) => resolvePosition((await open()).workflow, commits, false) !== "more",
    ...(known === undefined ? {} : { known }),
  });
  // A configuration that cannot be read is reported first: it is the one that the user can mend.
  reading.catch(() => {});
  const project = await open();
  const snapshot = await reading;
  const position = resolvePosition(project.workflow, snapshot.commits, true);
  if (position === "more") throw new Error("the history ended before the position was found");
  return {
    project,
    snapshot,
    position,
    state: stateOf(project, position.state),
    actor: stateOf(project, position.state).actor ?? "",
  };
}

/** Where the same project's process stands by now. */
export function readAgain({ project, snapshot }: Rest): Promise<Rest> {
  return readRest(project.repo, project, snapshot);
}

/** A state by its name; the compiler guarantees that names in rows exist. */
export function stateOf(project: Project, name: string): State {
  const state = project.workflow.states.get(name);
  if (state === undefined) throw new Error(`the workflow has no state "${name}"`);
  return state;
}
