import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { renderTemplate } from "../../../src/template/render.ts";
import type { TemplateFacts } from "../../../src/template/types.ts";
import { makeFacts } from "../template/facts.ts";

export interface BundledState {
  readonly actor?: string;
  readonly prompt?: string;
  readonly script?: string;
  readonly message?: string;
  readonly commit?: string;
  readonly on?: Readonly<Record<string, unknown>>;
}

const FILE = join(import.meta.dirname, "../../../src/workflows/default.yaml");
const source: { readonly vars: Record<string, string | number>; readonly states: Record<string, BundledState> } = parse(
  readFileSync(FILE, "utf8"),
);

export const states = source.states;
export const vars: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(source.vars).map(([name, value]) => [name, String(value)]),
);

/** Renders one content of a bundled state; a prompt's file is read. */
export function renderContent(
  name: string,
  kind: "prompt" | "script" | "message" | "commit",
  overrides: Partial<TemplateFacts> = {},
): string {
  const content = states[name]?.[kind];
  if (content === undefined) throw new Error(`no ${kind} at ${name}`);
  const template = content.startsWith("./") ? readFileSync(join(dirname(FILE), content), "utf8") : content;
  return renderTemplate(template, makeFacts({ vars, state: name, ...overrides }), { shell: kind === "script" });
}
