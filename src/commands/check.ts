import { isAbsolute, relative } from "node:path";
import { checkJson, renderAnnotations, renderSummary } from "../checks/report.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { renderFindings } from "../report/findings.ts";
import { readChecked } from "../runtime/checked.ts";
import type { Context } from "../runtime/context.ts";

export interface CheckOptions {
  readonly workflow?: string;
  readonly strict?: boolean;
  readonly notes?: boolean;
  readonly format?: "plain" | "github";
}

/** `gtd check`: faults of the workflow, found before it runs (docs/checks.md). */
export async function checkCommand(context: Context, options: CheckOptions): Promise<ExitCode> {
  const notes = options.notes === true || context.json;
  const kept = options.workflow === undefined ? await readChecked(context, notes) : undefined;
  const {
    root,
    sources,
    findings: found,
  } = kept ?? (await (await import("../runtime/run-check.ts")).runCheck(context, notes, options.workflow));
  const findings = found.map((finding) => Object.assign({}, finding, { path: shorten(root, finding.path) }));
  const shown = findings.filter(({ severity }) => options.notes === true || severity !== "info");
  const texts = new Map(sources.map(({ path, text }) => [shorten(root, path), text]));
  if (context.json) context.out(`${JSON.stringify(checkJson(findings))}\n`);
  else if (options.format === "github") context.out(renderAnnotations(shown));
  else {
    const frames = renderFindings(shown, (path) => texts.get(path), { color: context.color });
    context.out(`${frames}${frames === "" ? "" : "\n"}${renderSummary(findings, options.notes === true)}`);
  }
  const fails = findings.some(
    ({ severity }) => severity === "error" || (severity === "warning" && options.strict === true),
  );
  return fails ? EXIT.refused : EXIT.done;
}

/** Relative to the root for what lies below it. */
function shorten(root: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(root, path);
  return short.startsWith("..") ? path : short;
}
