import { isUtf8 } from "node:buffer";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { report, type Context } from "../runtime/context.ts";
import { openRepository } from "../runtime/open.ts";
import { readWorkingBytes, repositoryPath } from "../runtime/paths.ts";
import { formatFile } from "../runtime/steering.ts";

/** `gtd format <file>`: formats one markdown file with the built-in formatter. */
export async function formatCommand(context: Context, named: string): Promise<ExitCode> {
  const repo = openRepository(context);
  const path = repositoryPath(repo, named);
  const bytes = readWorkingBytes(repo.root, path);
  if (bytes === undefined)
    throw new UserError(`there is no file "${named}"`, {
      code: "missing-file",
      exit: EXIT.usage,
      next: ["gtd format <file>"],
    });
  if (!isUtf8(bytes))
    throw new UserError(`"${named}" is no UTF-8 text, so it was left as it is`, {
      code: "unreadable-file",
      exit: EXIT.usage,
      next: ["iconv -f latin1 -t utf-8  # converts it, if it is Latin-1"],
    });
  const changed = await formatFile(repo, path);
  report(context, { file: path, changed }, changed ? `formatted "${path}"\n` : `"${path}" is formatted already\n`);
  return EXIT.done;
}
