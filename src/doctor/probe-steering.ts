import type { Workflow } from "../engine/types.ts";
import { readIgnored } from "../git/ignored.ts";
import type { Repository } from "../git/types.ts";
import { parsePlain, renderPlain } from "../template/plain.ts";
import type { Diagnosis } from "./diagnosis.ts";

const PROBE = "steering";

/** Whether git ignores a file through which the workflow talks to people and agents: no turn could capture it. */
export async function probeSteering({
  repo,
  workflow,
}: {
  readonly repo: Repository;
  readonly workflow: Workflow;
}): Promise<readonly Diagnosis[]> {
  const ignored = await readIgnored(repo, listSteeringFiles(workflow));
  if (ignored.length === 0)
    return [{ probe: PROBE, level: "ok", message: "git ignores none of the workflow's steering files" }];
  const rules = [...new Set(ignored.map(({ rule }) => rule))];
  return [
    {
      probe: PROBE,
      level: "fault",
      message: `git ignores steering files, so no turn could capture them: ${ignored.map(({ path }) => `"${path}"`).join(", ")}`,
      detail: rules.map((rule) => `by ${rule}`),
      fix: rules.map(
        (rule) => `take ${/^.*?:\d+: (.*)$/.exec(rule)?.[1] ?? rule} out of ${rule.replace(/:\d+: .*$/, "")}`,
      ),
    },
  ];
}

/** Names of steering files and captures that say no more than variables; others are known only when a process runs. */
function listSteeringFiles(workflow: Workflow): readonly string[] {
  const templates = [...workflow.states.values()].flatMap((state) => [state.file, state.capture]);
  const names = templates.flatMap((template) => {
    const parts = template === undefined ? undefined : parsePlain(template);
    const known = parts?.every((part) => part.kind === "text" || workflow.vars[part.name] !== undefined);
    return template === undefined || parts === undefined || known !== true
      ? []
      : [renderPlain(template, parts, workflow.vars, false)];
  });
  return [...new Set(names)].filter((name) => name !== "");
}
