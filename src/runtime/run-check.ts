import { basename } from "node:path";
import { checkWorkflow, type CheckFinding } from "../checks/check-workflow.ts";
import type { CheckSyntax } from "../checks/shell.ts";
import { cleanEnvironment } from "../shell/environment.ts";
import { runCommand } from "../shell/run.ts";
import { loadForCheck, type CheckLoading } from "./check-input.ts";
import { writeChecked, type Checked } from "./checked.ts";
import type { Context } from "./context.ts";

/**
 * Checks the configuration here, or a workflow in it, and keeps what it found where no workflow was asked for.
 * @param notes whether notes are to have their examples
 * @param named as `loadForCheck` takes it
 */
export async function runCheck(context: Context, notes: boolean, named?: string): Promise<Checked> {
  const loading = await loadForCheck(context, "check", named);
  const findings = await findFaults(context, loading, notes, named);
  if (named === undefined && loading.bound.workflow !== undefined)
    writeChecked(context, { ...loading, findings, notes, shell: loading.settings.shell });
  return { root: loading.root, sources: loading.sources, findings };
}

async function findFaults(
  context: Context,
  { bound, definition, sources, settings, locate, owns }: CheckLoading,
  notes: boolean,
  named?: string,
): Promise<readonly CheckFinding[]> {
  if (bound.workflow === undefined) return bound.findings;
  const checkSyntax = shellChecker(context, settings.shell);
  const found = await checkWorkflow({
    workflow: bound.workflow,
    definition,
    declared: bound.declared,
    locate,
    owns,
    sources,
    notes,
    ...(named === undefined ? {} : { named }),
    ...(checkSyntax === undefined ? {} : { checkSyntax }),
  });
  return [...bound.findings, ...found];
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
