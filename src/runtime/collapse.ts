import { parseSubject } from "../engine/subject.ts";
import { formatMessage, stripTrailers } from "../engine/trailers.ts";
import { UserError } from "../errors.ts";
import { squash } from "../git/squash.ts";
import type { CapturedTree, WorktreeLock } from "../git/types.ts";
import type { Advance, Outcome } from "../report/outcome.ts";
import { decline } from "./decline.ts";
import { matchAny, renderAt } from "./facts.ts";
import { stateOf, type Rest } from "./rest.ts";
import { squashTrailers } from "./trailers.ts";
import type { View } from "./view.ts";

type SquashView = View & { readonly decision: Advance };

/** Makes one commit of the process. A message that cannot be used is declined, with nothing touched. */
export async function collapse(
  lock: WorktreeLock,
  rest: Rest,
  captured: CapturedTree,
  view: SquashView,
): Promise<Outcome> {
  const { project, position, snapshot } = rest;
  const { decision } = view;
  const target = stateOf(project, decision.to);
  const rendered = await renderMessage(rest, decision.to, captured);
  if ("kind" in rendered) return rendered;
  const { subject, body } = rendered;
  const result = await squash(lock, {
    snapshot,
    captured,
    start: position.start,
    message: formatMessage({ subject, ...(body === "" ? {} : { body }), trailers: squashTrailers(rest) }),
    drop: matchAny(target.drop),
    consumed: consumedPaths(view),
    allowEmpty: target.allowEmpty,
    hooks: project.settings.hooks.git,
  });
  const landed = result.commit === null ? null : (result.message.split("\n", 1)[0] ?? "");
  return {
    kind: "squashed",
    from: decision.from,
    to: project.workflow.initial,
    subject: landed,
    history: result.history,
    left: result.left,
    decision,
  };
}

/** The commit message, `Gtd-*` lines stripped, or why it cannot be one. */
async function renderMessage(
  rest: Rest,
  name: string,
  captured: CapturedTree,
): Promise<{ readonly subject: string; readonly body: string } | Outcome> {
  const target = stateOf(rest.project, name);
  const next = ["write the message, then run the command again"];
  try {
    const text = await renderAt(rest, target.content.template, { state: target, tree: captured });
    const message = stripTrailers(text, "Gtd-").trim();
    const subject = message.split("\n", 1)[0] ?? "";
    if (message === "") return decline(rest.state, "empty-message", `the commit message of "${name}" is empty`, next);
    if (parseSubject(subject) !== undefined) {
      return decline(rest.state, "turn-subject", `the commit message of "${name}" begins like a turn: "${subject}"`, [
        "begin the message with a subject of your own",
      ]);
    }
    return { subject, body: message.slice(subject.length).trim() };
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "template-failed") throw error;
    return decline(rest.state, error.code, error.message, error.next);
  }
}

/** The pending files that the row names one by one: they carried the message and have done their work. */
function consumedPaths(view: SquashView): readonly string[] {
  const clauses = view.decision.row.pattern.clauses;
  return clauses.flatMap((clause) => {
    if (clause.kind !== "change" || clause.only) return [];
    return view.input.changes
      .filter((change) => change.status !== "D" && change.path === clause.globs.include)
      .map((change) => change.path);
  });
}
