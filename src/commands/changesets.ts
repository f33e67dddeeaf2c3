import { EXIT, type ExitCode } from "../errors.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { report, type Context } from "../runtime/context.ts";
import { openRest } from "../runtime/open.ts";
import { readSteeringOf } from "../runtime/modes.ts";
import { parseReview } from "../steering/review.ts";

/** `gtd changesets`: the review's chunks and pointers, as data. */
export async function changesetsCommand(context: Context): Promise<ExitCode> {
  const rest = await openRest(context);
  const { path, text } = await readSteeringOf(rest, "review");
  const { base, chunks } = parseReview(text ?? "");
  const lines = chunks.flatMap((chunk) => [
    `${path}:${chunk.line}: ${chunk.title}`,
    ...chunk.pointers.map(
      (pointer) =>
        `  [${pointer.ticked ? "x" : " "}] ${pointer.path ?? ""}${pointer.from === undefined ? "" : `#${pointer.from}`}${pointer.note === undefined ? "" : `: ${pointer.note}`}`,
    ),
  ]);
  report(
    context,
    { state: rest.state.name, file: path, ...(base === undefined ? {} : { base }), changesets: chunks },
    sanitizeText(`${lines.length === 0 ? "no changesets" : lines.join("\n")}\n`),
  );
  return EXIT.done;
}
