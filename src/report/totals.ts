import type { Colors } from "./color.ts";
import { formatCost, formatDuration, formatTokens } from "./figures.ts";
import { renderCount } from "./plural.ts";
import { sanitizeLine } from "./sanitize.ts";
import { measureWidth, wrapWidth } from "./width.ts";

/** What a process took so far; what nobody reported is absent, never 0. */
export interface Totals {
  /** Attempts left out. */
  readonly turns: number;
  readonly attempts: number;
  /** Milliseconds between the first turn's commit and the last one's; absent within one second, and where the clock went back. */
  readonly elapsed?: number;
  /** Milliseconds that turns reported to have worked. */
  readonly work?: number;
  /** In the unit that the agents report. */
  readonly cost?: number;
  readonly costByModel?: readonly { readonly model: string; readonly cost: number }[];
  readonly tokens?: number;
  /** Of how many agents' turns the figure is unknown; of the duration, scripts' turns too. */
  readonly unknown: { readonly cost: number; readonly tokens: number; readonly duration: number };
}

/** The totals for a person, in lines of at most `width` columns. */
export function renderTotals(totals: Totals, colors: Colors, width = Infinity): readonly string[] {
  const parts = [turnsOf(totals), workOf(totals), costOf(totals), tokensOf(totals)].filter((part) => part !== "");
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ""} · ${part}`;
    if (lines.length === 0 || measureWidth(longer) > width) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines.flatMap((line) => wrapWidth(line, width, "  ")).map(colors.dim);
}

function turnsOf({ turns, attempts, elapsed }: Totals): string {
  const count = [renderCount(turns, "turn"), ...(attempts === 0 ? [] : [renderCount(attempts, "attempt")])];
  return `${count.join(" and ")}${elapsed === undefined ? "" : ` in ${formatDuration(elapsed)}`}`;
}

function workOf({ work, unknown }: Totals): string {
  if (work === undefined) return "";
  return `${formatDuration(work)} at work${unknownOf(unknown.duration)}`;
}

function costOf({ cost, costByModel = [], unknown }: Totals): string {
  if (cost === undefined) return unknown.cost === 0 ? "" : "cost unknown";
  const named = costByModel.map((one) => ({ ...one, model: sanitizeLine(one.model) }));
  const models =
    named.length > 1
      ? ` (${named.map((one) => `${one.model === "" ? "no model named" : one.model} ${formatCost(one.cost)}`).join(", ")})`
      : named.map(({ model }) => (model === "" ? "" : ` ${model}`)).join("");
  return `cost ${formatCost(cost)}${models}${unknownOf(unknown.cost)}`;
}

function tokensOf({ tokens, unknown }: Totals): string {
  if (tokens === undefined) return unknown.tokens === 0 ? "" : "tokens unknown";
  return `${formatTokens(tokens)} tokens${unknownOf(unknown.tokens)}`;
}

function unknownOf(turns: number): string {
  return turns === 0 ? "" : `, unknown for ${renderCount(turns, "turn")}`;
}
