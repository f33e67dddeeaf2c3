import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { AdapterConfig, PickerConfig } from "../compiler/config-types.ts";
import type { Settings } from "../compiler/definition.ts";
import { EXIT, UserError } from "../errors.ts";
import { suggestName } from "../report/suggest.ts";
import { ADAPTERS } from "./generated/adapters.js";

/** How one vendor's command line is run (docs/agents.md): all there is to know of it, no code. */
export type Adapter = AdapterConfig & { readonly name: string; readonly command: string[] };

export type Picker = PickerConfig;

/** What takes a turn: an adapter, or a shell command that reads a prompt. */
export type Agent =
  | { readonly kind: "adapter"; readonly adapter: Adapter }
  | { readonly kind: "shell"; readonly command: string };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The agent that a configuration names: a built-in adapter by its name, one written in place, or any other text as a
 * shell command. Throws `no-agent` or `agent-missing` (exit 5), with the agents that are found on PATH.
 */
export function resolveAgent({ agent }: Pick<Settings, "agent">, env: Environment, state: string): Agent {
  if (agent === undefined) throw noAgent(env, state);
  if (typeof agent === "string") {
    const name = agent.trim();
    if (name === "") throw noAgent(env, state);
    const adapter = ADAPTERS.get(name)?.();
    if (adapter !== undefined) return checked(adapter, env);
    if (IS_BARE.test(name) && !isOnPath(name, env)) throw notFound(name, name, env);
    return { kind: "shell", command: agent };
  }
  const { name, command } = agent;
  if (command === undefined)
    throw new UserError('the adapter under "agent" has no command', {
      code: "agent-invalid",
      exit: EXIT.config,
      next: ['add `command: [program, "--an-argument"]` to `agent` in .gtdrc.yaml'],
    });
  return checked({ ...agent, command, name: name ?? command[0] ?? "agent" }, env);
}

/** A shell command of one word that only a program can be: no path, nothing that a shell reads. */
const IS_BARE = /^[a-z][\w.+-]*$/i;

function notFound(name: string, program: string, env: Environment): UserError {
  const meant = ADAPTERS.has(name) ? undefined : suggestName(name, BUILT_IN_AGENTS);
  return new UserError(`the agent "${name}" cannot be run: there is no "${program}" on PATH`, {
    code: "agent-missing",
    exit: EXIT.agent,
    next: [
      meant === undefined ? `install "${program}"` : `did you mean "${meant}"? Otherwise install "${program}"`,
      ...suggest(env),
    ],
  });
}

function checked(adapter: Adapter, env: Environment): Agent {
  const [program = ""] = adapter.command;
  if (!program.includes("/") && !isOnPath(program, env)) throw notFound(adapter.name, program, env);
  const missing = (adapter.needs ?? []).filter((name) => (adapter.env?.[name] ?? env[name] ?? "") === "");
  if (missing.length > 0) {
    throw new UserError(
      `the agent "${adapter.name}" needs ${missing.map((name) => `"${name}"`).join(" and ")} in the environment: it would wait for a login`,
      { code: "agent-login", exit: EXIT.agent, next: missing.map((name) => `export ${name}=…`) },
    );
  }
  return { kind: "adapter", adapter };
}

/** Names of the built-in adapters. */
export const BUILT_IN_AGENTS: readonly string[] = [...ADAPTERS.keys()];

/** Names of the built-in adapters whose program is on PATH. */
export function findAgents(env: Environment): readonly string[] {
  return [...ADAPTERS].flatMap(([name, read]) => (isOnPath(read().command[0] ?? "", env) ? [name] : []));
}

function isOnPath(program: string, env: Environment): boolean {
  const dirs = (env["PATH"] ?? "").split(delimiter).filter((dir) => dir !== "");
  return dirs.some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function noAgent(env: Environment, state: string): UserError {
  return new UserError(`the state "${state}" waits for an agent, and no agent is configured`, {
    code: "no-agent",
    exit: EXIT.agent,
    next: [...suggest(env), "gtd next  # shows what the agent has to do, to do it by hand"],
  });
}

function suggest(env: Environment): readonly string[] {
  const found = findAgents(env);
  if (found.length === 0)
    return [
      `install one of ${[...ADAPTERS.keys()].join(", ")} and put a line such as \`agent: claude\` into .gtdrc.yaml`,
      '`agent: "my-agent --stdin"` takes any shell command that reads a prompt',
    ];
  return [
    `found on PATH: ${found.join(", ")}`,
    ...found.flatMap((name) => [
      `put \`agent: ${name}\` into .gtdrc.yaml, or for this run alone:`,
      `gtd loop --agent ${name}`,
    ]),
  ];
}
