import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { renderFindings } from "../report/findings.ts";
import { report, type Context } from "../runtime/context.ts";
import { openRest } from "../runtime/open.ts";
import { readWorkingFile, repositoryPath } from "../runtime/paths.ts";
import type { Rest } from "../runtime/rest.ts";
import { formatSteering, steeringFileOf, validateSteering, type SteeringFile } from "../runtime/steering.ts";
import { modeOfFile, requireMode } from "../runtime/modes.ts";

/** `gtd validate [file]`: formats the resting state's steering file (or the named one) if it is pending, then validates it. */
export async function validateCommand(
  context: Context,
  named: string | undefined,
  options: { readonly mode?: string },
): Promise<ExitCode> {
  const rest = await openRest(context);
  const file = named === undefined ? await steeringFileOf(rest) : await namedFile(rest, named, options.mode);
  const about = {
    state: rest.state.name,
    ...(file === undefined ? {} : { file: file.path }),
    ...(file?.mode === undefined ? {} : { mode: file.mode }),
  };
  if (file === undefined) {
    report(
      context,
      { ...about, valid: true, errors: [] },
      `the state "${rest.state.name}" has no steering file: nothing to validate\n`,
    );
    return EXIT.done;
  }
  if (rest.snapshot.changes.some((change) => change.path === file.path)) await formatSteering(rest, file);
  const text = readWorkingFile(rest.project.repo.root, file.path);
  if (text === undefined && named !== undefined) throw missing(named);
  const findings = text === undefined ? [] : await validateSteering(rest, file, text);
  const errors = findings.filter((finding) => finding.severity === "error");
  const json = {
    ...about,
    valid: errors.length === 0,
    errors: errors.map(({ message, range }) => ({
      message,
      line: range?.start.line ?? 1,
      column: range?.start.column ?? 1,
    })),
  };
  const frames = renderFindings(findings, () => text, { color: context.color });
  const verdict =
    errors.length > 0
      ? ""
      : text === undefined
        ? `"${file.path}" does not exist: nothing to validate\n`
        : `"${file.path}" is valid\n`;
  report(context, json, `${frames}${verdict}`);
  return errors.length === 0 ? EXIT.done : EXIT.refused;
}

async function namedFile(rest: Rest, named: string, mode: string | undefined): Promise<SteeringFile> {
  const path = repositoryPath(rest.project.repo, named);
  if (mode !== undefined) await requireMode(rest, mode);
  return { path, mode: mode ?? (await modeOfFile(rest, path)) };
}

function missing(named: string): UserError {
  return new UserError(`there is no file "${named}" to validate`, {
    code: "missing-file",
    exit: EXIT.usage,
    next: ["gtd status  # names the steering file of the resting state"],
  });
}
