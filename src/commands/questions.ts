import { EXIT, type ExitCode } from "../errors.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { report, type Context } from "../runtime/context.ts";
import { openRest } from "../runtime/open.ts";
import { readSteeringOf } from "../runtime/modes.ts";
import { parseQa } from "../steering/qa.ts";

/** `gtd questions`: the open questions of the plan, as data. */
export async function questionsCommand(context: Context): Promise<ExitCode> {
  const rest = await openRest(context);
  const { path, text } = await readSteeringOf(rest, "qa");
  const questions = parseQa(text ?? "").questions.filter((question) => question.state === "open");
  const lines = questions.flatMap((question) => [
    `${path}:${question.line}: ${question.text}`,
    ...question.options.map(
      (option) =>
        `  [${option.ticked ? "x" : " "}] ${option.text}${option.recommended && !option.text.includes("(recommended)") ? " (recommended)" : ""}`,
    ),
  ]);
  report(
    context,
    { state: rest.state.name, file: path, questions },
    sanitizeText(`${lines.length === 0 ? "no open questions" : lines.join("\n")}\n`),
  );
  return EXIT.done;
}
