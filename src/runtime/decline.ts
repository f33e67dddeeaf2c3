import { SCRIPT_EVENTS, type State } from "../engine/types.ts";
import { EXIT, UserError } from "../errors.ts";
import type { Outcome } from "../report/outcome.ts";
import type { Rest } from "./rest.ts";
import type { StepOptions } from "./step-options.ts";

/** What is refused before anything is looked at more closely. Throws `foreign-commits` and `window-stashed`. */
export function declineEarly(rest: Rest, options: StepOptions): Outcome | undefined {
  const { state, actor: awaited, position } = rest;
  if (position.foreign.length > 0) throw foreignCommits(rest);
  if (rest.snapshot.window?.stashed === true) throw windowStashed();
  if (options.actor !== awaited) {
    return {
      kind: "refused",
      state: state.name,
      decision: { kind: "refuse", reason: "out-of-turn", state: state.name, actor: options.actor, awaited },
    };
  }
  if (options.exit !== undefined && state.content.kind !== "script") {
    return decline(
      state,
      "no-script",
      `"--exit" reports a script's exit, but "${state.name}" carries a ${state.content.kind}`,
      [`gtd step ${awaited}`],
    );
  }
  if (options.exit === undefined && asksForExit(state)) {
    return decline(state, "needs-run", `the state "${state.name}" goes by how its script ends, and no exit was given`, [
      "gtd run",
    ]);
  }
  return undefined;
}

/** A refusal that no row speaks of. */
export function decline(state: State, code: string, text: string, next: readonly string[]): Outcome {
  return { kind: "declined", state: state.name, code, text, next };
}

function asksForExit(state: State): boolean {
  const events: readonly string[] = SCRIPT_EVENTS;
  return (
    state.content.kind === "script" &&
    state.rows.some((row) =>
      row.pattern.clauses.some((clause) => clause.kind === "signal" && events.includes(clause.name)),
    )
  );
}

function windowStashed(): UserError {
  return new UserError("a part of the review was stashed inside the window, so the turn would take it back", {
    code: "window-stashed",
    exit: EXIT.unfit,
    next: ["git stash pop  # brings it back", "gtd window close  # goes on without it; the stash stays"],
  });
}

function foreignCommits(rest: Rest): UserError {
  const { foreign, state } = rest.position;
  return new UserError(
    `${foreign.length} commit${foreign.length === 1 ? "" : "s"} that gtd did not make lie on top of the unfinished turn at "${state}"`,
    {
      code: "foreign-commits",
      exit: EXIT.unfit,
      detail: foreign
        .map((commit) => `${commit.hash.slice(0, 10)} ${commit.message.split("\n", 1)[0] ?? ""}`)
        .join("\n"),
      next: [
        "gtd adopt  # make their content part of the present turn",
        "gtd abandon --keep-commits  # end the process and keep them",
      ],
    },
  );
}
