import { basename, isAbsolute, relative } from "node:path";
import { checkWorkflow, type CheckFinding } from "../checks/check-workflow.ts";
import { checkJson, renderAnnotations, renderSummary } from "../checks/report.ts";
import type { CheckSyntax } from "../checks/shell.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { renderFindings } from "../report/findings.ts";
import { loadForCheck, type CheckLoading } from "../runtime/check-input.ts";
import type { Context } from "../runtime/context.ts";
import { cleanEnvironment } from "../shell/environment.ts";
import { runCommand } from "../shell/run.ts";

export interface CheckOptions {
  readonly workflow?: string;
  readonly strict?: boolean;
  readonly notes?: boolean;
  readonly format?: "plain" | "github";
}

/** `gtd check`: faults of the workflow, found before it runs (docs/checks.md). */
export async function checkCommand(context: Context, options: CheckOptions): Promise<ExitCode> {
  const loading = await loadForCheck(context, "check", options.workflow);
  const found = await findFaults(context, loading, options);
  const findings = found.map((finding) => Object.assign({}, finding, { path: shorten(loading.root, finding.path) }));
  const shown = findings.filter(({ severity }) => options.notes === true || severity !== "info");
  const texts = new Map(loading.sources.map(({ path, text }) => [shorten(loading.root, path), text]));
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

async function findFaults(
  context: Context,
  loading: CheckLoading,
  options: CheckOptions,
): Promise<readonly CheckFinding[]> {
  const { bound, definition, sources, settings } = loading;
  if (bound.workflow === undefined) return bound.findings;
  const checkSyntax = shellChecker(context, settings.shell);
  const found = await checkWorkflow({
    workflow: bound.workflow,
    definition,
    declared: bound.declared,
    locate: loading.locate,
    owns: loading.owns,
    sources,
    notes: options.notes === true || context.json,
    ...(options.workflow === undefined ? {} : { named: options.workflow }),
    ...(checkSyntax === undefined ? {} : { checkSyntax }),
  });
  return [...bound.findings, ...found];
}

/** Relative to the root for what lies below it. */
function shorten(root: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(root, path);
  return short.startsWith("..") ? path : short;
}

/** Shells that read a script without running it when they are given `-n`. */
const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "fish"]);
const SECONDS = 1000;
/** Has one process after another read a script, and prints what it says: number, unit separator, text, record separator. */
const READ_ALL = String.raw`shell=$1; shift; n=0
for script do
  said=$("$shell" -n -c "$script" 2>&1 </dev/null) || printf '%s\037%s\036' "$n" "$said"
  n=$((n + 1))
done`;

function shellChecker(context: Context, shell: string): CheckSyntax | undefined {
  if (!SHELLS.has(basename(shell))) return undefined;
  return async (scripts) => {
    const { output } = await runCommand({
      command: ["sh", "-c", READ_ALL, "sh", shell, ...scripts],
      cwd: context.cwd,
      env: cleanEnvironment(context.env),
      timeout: 60 * SECONDS,
      signal: context.signal,
    });
    const said = new Map(
      output.split("\u001e").map((record) => [record.split("\u001f")[0] ?? "", record.split("\u001f")[1]]),
    );
    return scripts.map((_, index) => said.get(String(index))?.split("\n").slice(0, 3).join("\n"));
  };
}
