import type { Colors } from "./color.ts";

/** The actors that there are by convention; green and red are for what held and what failed. */
const USUAL: Readonly<Record<string, "cyan" | "magenta" | "yellow">> = {
  human: "cyan",
  agent: "magenta",
  check: "yellow",
};
const OTHERS = ["blue", "cyan", "magenta", "yellow"] as const;

/** An actor's name, or what stands for it, in the colour that is always its own. */
export function paintActor(colors: Colors, actor: string, text = actor): string {
  const sum = Array.from(actor).reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 65_521, 7);
  const color = (Object.hasOwn(USUAL, actor) ? USUAL[actor] : undefined) ?? OTHERS[sum % OTHERS.length] ?? "blue";
  return colors[color](text);
}
