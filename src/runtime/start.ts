import { formatSubject } from "../engine/subject.ts";
import { formatMessage } from "../engine/trailers.ts";
import { EXIT, UserError } from "../errors.ts";
import { changedPaths } from "../git/diff.ts";
import { withLock } from "../git/lock.ts";
import { defaultBranch, mergeBase, resolveRef } from "../git/refs.ts";
import { commitTurn } from "../git/turn.ts";
import type { Repository } from "../git/types.ts";
import { keptPaths } from "./facts.ts";
import { renderPath } from "../report/sanitize.ts";
import { nextNames } from "../report/suggest.ts";
import { renderCount } from "../report/plural.ts";
import { readRest, stateOf, type Opening, type Rest } from "./rest.ts";
import { findReviewBase } from "./review-base.ts";
import { definitionTrailers, type Trailer } from "./trailers.ts";

export interface StartOptions {
  readonly entry: string;
  /** A revision to review against; `merge` takes its merge base with HEAD, "" the default branch's. */
  readonly base?: string;
}

export interface Started {
  readonly state: string;
  readonly subject: string;
  readonly base?: string;
}

/** Starts a process at a named entry: an empty turn out of the initial state, from a clean tree. */
export async function startEntry(repo: Repository, opening: Opening, options: StartOptions): Promise<Started> {
  return withLock(repo, async (lock) => {
    const rest = await readRest(repo, opening);
    const target = entryOf(rest, options.entry);
    refuseUnlessFresh(rest, options.entry);
    const base = options.base === undefined ? undefined : await reviewRange(rest, options.base);
    const subject = formatSubject(rest.actor, rest.state.name, target.name);
    const trailers: readonly Trailer[] = [
      ...(base === undefined ? [] : [["Gtd-Review-Base", base] as const]),
      ...definitionTrailers(rest),
    ];
    const keep = await keptPaths(rest);
    const open =
      target.window === undefined ? {} : { open: { base: base ?? (await findReviewBase(rest, target, keep)), keep } };
    const message = formatMessage({ subject, trailers });
    await commitTurn(lock, { snapshot: rest.snapshot, message, hooks: rest.project.settings.hooks.git, ...open });
    return { state: target.name, subject, ...(base === undefined ? {} : { base }) };
  });
}

function entryOf(rest: Rest, entry: string) {
  const states = [...rest.project.workflow.states.values()];
  const found = states.find((state) => state.entry === entry);
  if (found !== undefined) return stateOf(rest.project, found.name);
  const known = states.flatMap((state) => (state.entry === undefined ? [] : [state.entry]));
  throw new UserError(`the workflow has no entry "${entry}"`, {
    code: "unknown-entry",
    exit: EXIT.usage,
    next:
      known.length === 0
        ? ["the workflow names no entries: add `entry: <name>` to a state"]
        : nextNames(entry, known, "gtd start"),
  });
}

function refuseUnlessFresh(rest: Rest, entry: string): void {
  if (rest.position.state !== rest.project.workflow.initial || rest.position.foreign.length > 0) {
    throw new UserError(`a process is under way at "${rest.position.state}", so "${entry}" cannot start`, {
      code: "process-under-way",
      exit: EXIT.refused,
      next: ["gtd  # go on with it", "gtd abandon  # end it and keep its changes"],
    });
  }
  if (rest.snapshot.changes.length > 0) {
    throw new UserError(
      `"${entry}" starts from a clean tree; pending: ${renderCount(rest.snapshot.changes.length, "change")}`,
      {
        code: "tree-not-clean",
        exit: EXIT.refused,
        detail: rest.snapshot.changes
          .slice(0, 20)
          .map((change) => `${change.status} ${renderPath(change.path)}`)
          .join("\n"),
        next: ["git stash -u  # or commit them, then start again"],
      },
    );
  }
}

/** The base of `<base>..HEAD`, once it is known that there is something in it. */
async function reviewRange(rest: Rest, ref: string): Promise<string> {
  const { repo } = rest.project;
  const { tip } = rest.snapshot;
  if (tip === null)
    throw new UserError("there are no commits to review", {
      code: "empty-range",
      exit: EXIT.refused,
      next: ["git commit  # first"],
    });
  const name = ref === "" ? await defaultBranch(repo) : ref;
  const hash = name === null ? null : await resolveRef(repo, name);
  if (name === null || hash === null) {
    throw new UserError(name === null ? "no default branch was found to review against" : `"${name}" names no commit`, {
      code: "unknown-ref",
      exit: EXIT.usage,
      next: ["git branch -a  # lists what can be named", "gtd review <ref>"],
    });
  }
  const base = await mergeBase(repo, hash, tip);
  if (base === null)
    throw new UserError(`"${name}" and HEAD have no common ancestor`, {
      code: "no-merge-base",
      exit: EXIT.refused,
      next: ["gtd review <ref>  # with a related branch"],
    });
  const changes = await changedPaths(repo, base, tip);
  if (changes.length === 0) {
    throw new UserError(`there is nothing to review: ${base.slice(0, 10)}..HEAD holds no changes`, {
      code: "empty-range",
      exit: EXIT.refused,
      next: ["gtd review <ref>  # with an older commit"],
    });
  }
  return base;
}
