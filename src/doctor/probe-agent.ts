import { existsSync } from "node:fs";
import { join } from "node:path";
import { findAgents, resolveAgent, type Adapter } from "../driver/adapter.ts";
import { homeOf, type Project } from "../runtime/project.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { LOGINS } from "./logins.ts";
import type { Scene } from "./scene.ts";

const PROBE = "agent";

/** Whether an agent is configured, can be run, and is logged in as far as its files and variables tell. */
export function probeAgent({
  env,
  project,
}: Pick<Scene, "env"> & { readonly project: Pick<Project, "settings" | "workflow"> }): readonly Diagnosis[] {
  const prompted = [...project.workflow.states.values()].find((state) => state.content.kind === "prompt");
  if (prompted === undefined) return [];
  if (project.settings.agent === undefined) {
    const found = findAgents(env);
    return [
      {
        probe: PROBE,
        level: "note",
        message: `no agent is configured, so the loop stops where one is awaited, as at "${prompted.name}"`,
        fix:
          found.length === 0
            ? ["put a line such as `agent: claude` into the configuration"]
            : found.map((name) => `put \`agent: ${name}\` into the configuration`),
      },
    ];
  }
  const agent = resolveAgent(project.settings, env, prompted.name);
  if (agent.kind === "shell")
    return [{ probe: PROBE, level: "ok", message: `the agent is the command "${agent.command}"` }];
  return diagnoseLogin(agent.adapter, env);
}

function diagnoseLogin(adapter: Adapter, env: Scene["env"]): readonly Diagnosis[] {
  const { name } = adapter;
  const login = LOGINS.get(name);
  if (login === undefined) return [{ probe: PROBE, level: "ok", message: `the agent "${name}" is on PATH` }];
  const variable = login.env.find((one) => (adapter.env?.[one] ?? env[one] ?? "") !== "");
  if (variable !== undefined)
    return [{ probe: PROBE, level: "ok", message: `the agent "${name}" is on PATH, and "${variable}" is set` }];
  const home = homeOf(env);
  const file = login.files.find((one) => existsSync(join(home, one)));
  if (file !== undefined)
    return [{ probe: PROBE, level: "ok", message: `the agent "${name}" is on PATH, and "~/${file}" holds a login` }];
  return [
    {
      probe: PROBE,
      level: "note",
      message: `the agent "${name}" is on PATH, but there is no sign of a login`,
      detail: [`looked for ${[...login.env, ...login.files.map((one) => `~/${one}`)].join(", ")}`],
      fix: login.fix,
    },
  ];
}
