import type { Loaded } from "../compiler/load.ts";
import type { Settings } from "../compiler/definition.ts";
import { renderDuration } from "../compiler/duration.ts";
import { environmentName } from "../compiler/environment-name.ts";
import type { Place } from "../compiler/tree.ts";
import type { ConfigValue } from "../report/config.ts";

type Known = Pick<Loaded, "definition" | "vars" | "settings" | "findOrigin">;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Every value that holds, with where it comes from, in the order of schema.json. Nothing is rendered: templates stand
 * as they are written.
 * @param show a place as a person reads it
 */
export function listEffective(known: Known, env: Environment, show: (place: Place) => string): readonly ConfigValue[] {
  const { definition, vars, settings, findOrigin } = known;
  const origin = (keys: readonly string[]): string => {
    const place = findOrigin(keys);
    return place === undefined ? "default" : show(place);
  };
  const value = (keys: readonly string[], one: ConfigValue["value"]): ConfigValue => ({
    keys,
    value: one,
    origin: origin(keys),
  });
  return [
    value(["workflow"], definition.name),
    ...vars.map(([name, text]): ConfigValue => {
      const variable = environmentName(name);
      const set = env[variable];
      return set === undefined
        ? value(["vars", name], text)
        : { keys: ["vars", name], value: set, origin: `the environment's ${variable}` };
    }),
    ...definition.modes.flatMap(([name, mode]) =>
      Object.entries(mode).map(([operation, command]) => value(["modes", name, operation], String(command))),
    ),
    ...flatten([], plain(settings)).map(([keys, one]) => value(keys, one)),
  ];
}

/** The settings as a file would say them. */
function plain({ limits, timeouts, ...rest }: Settings): object {
  const { wait } = limits;
  return {
    ...rest,
    limits: { ...limits, ...(wait === undefined ? {} : { wait: renderDuration(wait) }) },
    timeouts: Object.fromEntries(Object.entries(timeouts).map(([name, ms]) => [name, renderDuration(ms)])),
  };
}

function flatten(
  keys: readonly string[],
  value: unknown,
): readonly (readonly [readonly string[], ConfigValue["value"]])[] {
  if (Array.isArray(value)) return [[keys, value.map(String)]];
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, below]) => flatten([...keys, key], below));
  if (typeof value === "number" || typeof value === "boolean") return [[keys, value]];
  return value === undefined || value === null ? [] : [[keys, String(value)]];
}
