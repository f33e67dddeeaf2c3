import { environmentName } from "../compiler/environment-name.ts";
import { UserError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { suggestName } from "../report/suggest.ts";
import { InvalidConfiguration } from "../runtime/open.ts";
import { diagnoseError, type Diagnosis } from "./diagnosis.ts";
import type { Scene } from "./scene.ts";

const PROBE = "configuration";

/** Whether the configuration reads, every finding with its place, and which files make it. */
export function probeConfiguration({
  loaded,
  project,
  skipped,
}: Pick<Scene, "loaded" | "project" | "skipped">): readonly Diagnosis[] {
  const passed = skipped.map(({ path, why }): Diagnosis => ({
    probe: PROBE,
    level: "note",
    message: `the configuration "${path}" is passed over: ${why}`,
    fix: [`ls -l "${path}"`],
  }));
  return [...describe(loaded, project), ...passed];
}

function describe(loaded: Scene["loaded"], project: Scene["project"]): readonly Diagnosis[] {
  if (loaded instanceof UserError) return [diagnoseError(PROBE, loaded)];
  if (loaded === undefined)
    return [
      {
        probe: PROBE,
        level: "note",
        message: "there is no configuration, so the bundled workflow runs as it is",
        fix: ["gtd init"],
      },
    ];
  const findings = project instanceof InvalidConfiguration ? project.findings : loaded.findings;
  if (findings.length > 0) return findings.map(diagnoseFinding);
  if (project instanceof UserError) return [diagnoseError(PROBE, project)];
  const files = loaded.sources.map(({ path }) => path).filter((path) => !path.startsWith("bundled:"));
  return [{ probe: PROBE, level: "ok", message: "the configuration is valid", detail: files }];
}

function diagnoseFinding({ path, range, code, message, severity, hint }: Finding): Diagnosis {
  const place = range === undefined ? path : `${path}:${range.start.line}:${range.start.column}`;
  return {
    probe: PROBE,
    level: severity === "error" ? "fault" : "note",
    message: `${place}: ${code}: ${message}`,
    fix: [hint ?? "gtd check  # shows the place"],
  };
}

/** Variables of gtd's own that scripts and agents are given, and switches. */
const OWN = new Set(["GTD_STATE", "GTD_ACTOR", "GTD_FILE", "GTD_WORKTREE", "GTD_TRUST"]);

/** Variables of the environment that look like a workflow's and are none: a misspelt one would change nothing. */
export function probeVariables({
  env,
  loaded,
  project,
}: Pick<Scene, "env" | "loaded" | "project">): readonly Diagnosis[] {
  const workflow = project === undefined || project instanceof UserError ? undefined : project.workflow;
  const declared =
    workflow === undefined
      ? loaded === undefined || loaded instanceof UserError
        ? []
        : loaded.vars.map(([name]) => name)
      : Object.keys(workflow.vars);
  if (declared.length === 0) return [];
  const known = declared.map(environmentName);
  return Object.keys(env)
    .filter((name) => /^GTD_[A-Z]/.test(name) && !OWN.has(name) && !known.includes(name))
    .flatMap((name): readonly Diagnosis[] => {
      const close = suggestName(name, known);
      return [
        {
          probe: "variables",
          level: "note",
          message: `the environment has "${name}", which is no variable of the workflow`,
          fix: [close === undefined ? `those there are: ${known.join(", ")}` : `did you mean "${close}"?`],
        },
      ];
    });
}
