import { relative } from "node:path";
import { bindWorkflow } from "../compiler/bind.ts";
import type { Source } from "../compiler/definition.ts";
import { environmentName } from "../compiler/environment-name.ts";
import type { Row, Workflow } from "../engine/types.ts";
import { sha256 } from "../config/sha256.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { renderFindings } from "../report/findings.ts";
import { renderCount } from "../report/plural.ts";
import { loadForCheck, type CheckLoading } from "../runtime/check-input.ts";
import { report, type Context } from "../runtime/context.ts";
import { InvalidConfiguration } from "../runtime/open.ts";
import { findScenarioFiles, readScenarioFiles, requireScenarioTrust } from "../runtime/scenario-files.ts";
import { CoverageCount } from "../scenario/coverage.ts";
import { followScenario, playInMemory, type BoundScenario, type Result } from "../scenario/follow.ts";
import { parseScenarios } from "../scenario/parse.ts";
import type { RenderCapture } from "../scenario/play.ts";
import { testJson } from "../scenario/json.ts";
import { hasFailed, renderTestReport, type TestReport } from "../scenario/render.ts";
import type { Scenario } from "../scenario/types.ts";
import { renderCapture, renderCaptureWithoutOutput } from "../shell/capture.ts";

export interface TestOptions {
  readonly workflow?: string;
  readonly coverageMin?: number;
  /** A range of commits whose turns are decided again, instead of scenarios. */
  readonly replay?: string;
}

/** `gtd test`: scenarios of the workflow are played, and what they leave out is told (docs/scenarios.md). */
export async function testCommand(context: Context, files: readonly string[], options: TestOptions): Promise<ExitCode> {
  const loading = await loadForCheck(context, "test", options.workflow);
  const { workflow, findings } = loading.bound;
  const errors = findings.filter(({ severity }) => severity === "error");
  if (workflow === undefined) throw new InvalidConfiguration(errors, loading.sources, loading.root);
  if (options.replay !== undefined) {
    if (files.length > 0) throw replayTakesNoFiles(options.replay);
    const { replayRange } = await import("../runtime/replay.ts");
    return replayRange(context, workflow, options.replay);
  }
  const found = files.length === 0 ? findScenarioFiles(loading) : readScenarioFiles(context.cwd, files);
  const sources = found.map(({ path, text }) => ({ path: shorten(loading.root, path), text }));
  if (sources.length === 0) throw noScenarios(workflow);
  const parsed = sources.map((source) => parseScenarios(source, workflow));
  const faults = parsed.flatMap((one) => one.findings);
  if (faults.length > 0) return tellFaults(context, sources, faults);
  const scenarios = parsed.flatMap((one) => one.scenarios);
  if (scenarios.some(({ run }) => run)) await requireScenarioTrust(context, loading.root, found);
  return play(context, loading, sources, scenarios, options);
}

async function play(
  context: Context,
  loading: CheckLoading,
  sources: readonly Source[],
  scenarios: readonly Scenario[],
  { coverageMin }: TestOptions,
): Promise<ExitCode> {
  const binding = makeBinder(loading, context.env);
  const count = new CoverageCount();
  const results: Result[] = [];
  for (const scenario of scenarios) {
    const bound = binding.bind(scenario);
    if ("findings" in bound) return tellFaults(context, sources, bound.findings);
    if (!scenario.run) {
      const take = playInMemory(bound.workflow, scenario, captureText);
      results.push(await followScenario(scenario, bound, take, count));
      continue;
    }
    const { playInRepository } = await import("../runtime/scenario-repository.ts");
    results.push(
      await playInRepository(context, loading, bound.workflow, scenario, (take) =>
        followScenario(scenario, bound, take, count),
      ),
    );
  }
  const { keyOf } = binding;
  const found: TestReport = {
    results,
    coverage: count.sum(),
    ...(coverageMin === undefined ? {} : { coverageMin }),
  };
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const options = { color: context.color, readText: (path: string) => texts.get(path), keyOf };
  report(context, testJson(found, keyOf), context.json ? "" : renderTestReport(found, options));
  return hasFailed(found) ? EXIT.refused : EXIT.done;
}

/** A workflow for each set of variables that scenarios ask for; the key of every row of all of them. */
function makeBinder(loading: CheckLoading, env: Context["env"]) {
  const bound = new Map<string, BoundScenario>();
  const declared = new Map<Row, string>(loading.bound.declared);
  const keyOf = (row: Row): string => declared.get(row) ?? row.pattern.source;
  return {
    keyOf,
    bind(scenario: Scenario): BoundScenario | { readonly findings: readonly Finding[] } {
      const key = JSON.stringify(scenario.vars);
      const known = bound.get(key);
      if (known !== undefined) return known;
      const over = Object.fromEntries(scenario.vars.map(([name, value]) => [environmentName(name), value]));
      const made = scenario.vars.length === 0 ? loading.bound : bindWorkflow(loading, { ...env, ...over }, sha256);
      if (made.workflow === undefined) return { findings: made.findings.map((one) => blame(scenario, one)) };
      for (const [row, source] of made.declared) declared.set(row, source);
      const result = { workflow: made.workflow, keyOf };
      bound.set(key, result);
      return result;
    },
  };
}

/** What goes wrong with a scenario's variables is the scenario's fault. */
function blame({ place, name, vars }: Scenario, { code, message }: Finding): Finding {
  const values = vars.map(([variable, value]) => `${variable}: ${value}`).join(", ");
  return {
    code,
    severity: "error",
    message: `with the variables of "${name}" the workflow does not compile: ${message}`,
    hint: `its variables are: ${values}`,
    ...place,
  };
}

const captureText: RenderCapture = ({ state, exit, output }) =>
  output === undefined
    ? renderCaptureWithoutOutput(exit)
    : renderCapture({ command: state, code: exit, output, limit: output.length * 4 });

function tellFaults(context: Context, sources: readonly Source[], findings: readonly Finding[]): ExitCode {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const json = findings.map(({ code, severity, message, path, range }) => ({
    rule: code,
    severity,
    message,
    file: path,
    line: range?.start.line ?? 1,
    column: range?.start.column ?? 1,
  }));
  report(
    context,
    { scenarios: [], findings: json },
    `${renderFindings(findings, (path) => texts.get(path), { color: context.color })}\n${renderCount(findings.length, "error")}: nothing was played\n`,
  );
  return EXIT.refused;
}

/** Relative to the root for what lies below it. */
function shorten(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? relative(root, path) : path;
}

function replayTakesNoFiles(range: string): UserError {
  return new UserError('"--replay" decides the turns of commits again, so it takes no files of scenarios', {
    code: "usage",
    exit: EXIT.usage,
    next: [`gtd test --replay ${range}`],
  });
}

function noScenarios(workflow: Workflow): UserError {
  const initial = workflow.states.get(workflow.initial);
  const target = initial?.rows.flatMap((row) => ("to" in row.target ? [row.target.to] : []))[0] ?? "<state>";
  return new UserError("there are no scenarios beside the configuration", {
    code: "no-scenarios",
    exit: EXIT.refused,
    next: [
      "write .gtdrc.scenarios.yaml beside .gtdrc.yaml (flow.scenarios.yaml beside flow.yaml), for example:",
      "- scenario: it begins",
      "  steps:",
      `    - ${initial?.actor ?? "human"}: { write: { notes.md: hello } }`,
      `      lands: ${target}`,
      "gtd test",
    ],
  });
}
