import type { Config } from "./config-types.ts";
import type { Limits, Settings } from "./definition.ts";
import { parseDuration } from "./duration.ts";

const MINUTE = 60_000;

/** What holds where a configuration says nothing (docs/configuration.md). */
export const DEFAULT_SETTINGS: Settings = {
  permission: "edit",
  models: {},
  limits: { turns: 200, diff: 200_000, capture: 64_000, file: 50_000_000 },
  timeouts: { idle: 10 * MINUTE, hard: 60 * MINUTE, script: 30 * MINUTE },
  hooks: { git: "squash" },
  shell: "bash",
  audit: { humans: [] },
};

/** Fills the defaults into a valid configuration. */
export function readSettings(config: Config): Settings {
  const { agent, permission, models, hooks, shell, audit, timeouts } = config;
  const defaults = DEFAULT_SETTINGS;
  return {
    ...(agent === undefined || agent === null ? {} : { agent: typeof agent === "string" ? agent : { ...agent } }),
    permission: permission ?? defaults.permission,
    models: Object.fromEntries(
      Object.entries(models ?? {}).flatMap(([tier, name]) => (name === null ? [] : [[tier, name]])),
    ),
    limits: readLimits(config.limits ?? {}),
    timeouts: {
      idle: duration(timeouts?.idle) ?? defaults.timeouts.idle,
      hard: duration(timeouts?.hard) ?? defaults.timeouts.hard,
      script: duration(timeouts?.script) ?? defaults.timeouts.script,
    },
    hooks: {
      ...optional("onRest", hooks?.onRest),
      ...optional("onHalt", hooks?.onHalt),
      ...optional("onTurn", hooks?.onTurn),
      git: hooks?.git ?? defaults.hooks.git,
    },
    shell: shell ?? defaults.shell,
    audit: { humans: audit?.humans ?? [] },
  };
}

function readLimits(limits: NonNullable<Config["limits"]>): Limits {
  const defaults = DEFAULT_SETTINGS.limits;
  return {
    turns: limits.turns ?? defaults.turns,
    ...optional("cost", limits.cost),
    ...optional("minutes", limits.minutes),
    ...optional("wait", duration(limits.wait)),
    diff: limits.diff ?? defaults.diff,
    capture: limits.capture ?? defaults.capture,
    file: limits.file ?? defaults.file,
  };
}

function duration(text: string | null | undefined): number | undefined {
  return typeof text === "string" ? parseDuration(text) : undefined;
}

/** A property that is left out when it has no value. */
function optional<K extends string, V>(key: K, value: V | null | undefined): { readonly [P in K]?: V } {
  if (value === undefined || value === null) return {};
  const record: { [P in K]?: V } = {};
  record[key] = value;
  return record;
}
