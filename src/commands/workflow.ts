import { basename, parse } from "node:path";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import type { Context } from "../runtime/context.ts";
import { openProject, openRepository } from "../runtime/open.ts";
import { BUNDLED_SOURCES } from "../workflows/sources.ts";

/** `gtd workflow [--print]`: the compiled definition as JSON, or the source of the bundled workflow. */
export async function workflowCommand(context: Context, options: { readonly print?: boolean }): Promise<ExitCode> {
  const repo = openRepository(context);
  const project = await openProject(context, repo);
  if (options.print !== true) {
    context.out(`${context.json ? JSON.stringify(project.definition) : JSON.stringify(project.definition, null, 2)}\n`);
    return EXIT.done;
  }
  const source =
    BUNDLED_SOURCES.get(project.definition.name) ??
    project.sources.find(
      (one) => parse(one.path).name === project.definition.name || basename(one.path) === project.definition.name,
    )?.text;
  if (source === undefined) {
    throw new UserError("the workflow is written in the configuration itself", {
      code: "no-workflow-file",
      exit: EXIT.refused,
      next: [...project.sources.map((one) => `cat ${one.path}`), "gtd workflow  # prints it compiled"],
    });
  }
  context.out(context.json ? `${JSON.stringify({ name: project.definition.name, source })}\n` : source);
  return EXIT.done;
}
