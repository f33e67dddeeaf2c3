import { EXIT, type ExitCode } from "../errors.ts";
import { edgeOf, renderEdges } from "../report/edges.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { report, type Context } from "../runtime/context.ts";
import { describeRest } from "../runtime/describe.ts";
import { openRest } from "../runtime/open.ts";

/** `gtd next`: what the awaited actor has to do. */
export async function nextCommand(context: Context): Promise<ExitCode> {
  const rest = await openRest(context);
  const { content, ...described } = await describeRest(rest);
  const { name, content: declared, rows } = rest.state;
  const edges = rows.map(edgeOf);
  const json = {
    state: name,
    actor: rest.actor,
    kind: declared.kind,
    content,
    ...described,
    ...(edges.length === 0 ? {} : { edges }),
  };
  const tail = {
    prompt: protocol(rest.actor),
    message: renderEdges(edges),
    script: "Run it with `gtd run`: its exit decides.\n",
    commit: "",
  }[declared.kind];
  report(context, json, sanitizeText(`${content.trimEnd()}\n${tail === "" ? "" : `\n${tail}`}`));
  return EXIT.done;
}

/** What an agent that was handed the plain text has to do behind its work (docs/driver.md). */
function protocol(actor: string): string {
  return `When the work is done, run \`gtd validate\` until it passes, finish with \`gtd step ${actor}\`, then run \`gtd next\`, and stop when it addresses a human.\n`;
}
