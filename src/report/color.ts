import picocolors from "picocolors";

export type Colors = ReturnType<typeof picocolors.createColors>;

/** The functions that colour text, or leave it as it is. */
export function makeColors(color: boolean): Colors {
  return picocolors.createColors(color);
}

/**
 * Whether to colour: only on a terminal, never under `NO_COLOR`, `CI` or a dumb terminal; `FORCE_COLOR` wins,
 * and `FORCE_COLOR=0` wins the other way. An empty variable counts as unset (https://no-color.org).
 */
export function decideColor(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  const set = (name: string): boolean => (env[name] ?? "") !== "";
  if (set("FORCE_COLOR")) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  return terminal && !set("NO_COLOR") && !set("CI") && env["TERM"] !== "dumb";
}
