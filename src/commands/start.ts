import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { startEntry, type StartOptions } from "../runtime/start.ts";

/** `gtd start <entry> [--base <ref>]`, and `gtd review [ref]`, `gtd fix`, which are short for the bundled entries. */
export async function startCommand(context: Context, options: StartOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "start");
  if (options.entry === "")
    throw new UserError("an entry has a name", { code: "usage", exit: EXIT.usage, next: ["gtd start <entry>"] });
  const started = await startEntry(repo, () => openProject(context, repo), options);
  report(context, started, `${started.subject}\nnext: gtd\n`);
  return EXIT.done;
}
