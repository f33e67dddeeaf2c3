import { EXIT, UserError } from "../errors.ts";
import type { Repository } from "../git/types.ts";
import { isInsideTurn, type Context } from "./context.ts";

/** Refuses a command that changes the process when it is called from inside a turn: an agent cannot sign off for a human. */
export function refuseInsideTurn(context: Context, repo: Repository, command: string): void {
  if (!isInsideTurn(context, repo)) return;
  throw new UserError(
    `"gtd ${command}" cannot be used inside a turn: the loop that started this ${context.env["GTD_ACTOR"] ?? "actor"} takes the step when it ends`,
    {
      code: "inside-turn",
      exit: EXIT.refused,
      next: ["gtd validate  # checks the steering file", "then end: the loop goes on from here"],
    },
  );
}
