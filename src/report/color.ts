import { loadPicocolors } from "./picocolors.cjs";

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "gray";

/** By the name of a style, what gives it to a text. */
export type Colors = Readonly<Record<Style, (text: string) => string>>;

const keep = (text: string): string => text;
const PLAIN: Colors = {
  bold: keep,
  dim: keep,
  red: keep,
  green: keep,
  yellow: keep,
  blue: keep,
  magenta: keep,
  cyan: keep,
  gray: keep,
};

/** The functions that colour text, or leave it as it is. */
export function makeColors(color: boolean): Colors {
  return color ? loadPicocolors().createColors(true) : PLAIN;
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
