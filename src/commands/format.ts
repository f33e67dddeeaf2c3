import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { report, type Context } from "../runtime/context.ts";
import { openRepository } from "../runtime/open.ts";
import { readWorkingFile, repositoryPath } from "../runtime/paths.ts";
import { formatFile } from "../runtime/steering.ts";

/** `gtd format <file>`: formats one markdown file with the built-in formatter. */
export async function formatCommand(context: Context, named: string): Promise<ExitCode> {
  const repo = openRepository(context);
  const path = repositoryPath(repo, named);
  if (readWorkingFile(repo.root, path) === undefined)
    throw new UserError(`there is no file "${named}"`, {
      code: "missing-file",
      exit: EXIT.usage,
      next: ["gtd format <file>"],
    });
  const changed = await formatFile(repo.root, path);
  report(context, { file: path, changed }, changed ? `formatted "${path}"\n` : `"${path}" is formatted already\n`);
  return EXIT.done;
}
