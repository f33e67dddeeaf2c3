import { renderAt, renderOptional } from "./facts.ts";
import type { Rest } from "./rest.ts";
import { steeringFileOf } from "./steering.ts";

/** A rest as drivers and people are told it; what is absent or renders empty is left out. */
export interface Description {
  readonly content: string;
  readonly model?: string;
  readonly memory?: string;
  readonly label?: string;
  readonly file?: string;
  readonly mode?: string;
}

/** Renders the content of the resting state and what it hands to the driver. */
export async function describeRest(rest: Rest): Promise<Description> {
  const { content } = rest.state;
  const file = (await steeringFileOf(rest))?.path;
  const text = await renderAt(rest, content.template, {
    shell: content.kind === "script",
    ...(file === undefined ? {} : { file }),
  });
  return { content: text, ...(await describeHandle(rest)) };
}

/** The same without the content, which may be costly to render. */
export async function describeHandle(rest: Rest): Promise<Omit<Description, "content">> {
  const { state } = rest;
  const file = (await steeringFileOf(rest))?.path;
  const options = file === undefined ? {} : { file };
  const [model, memory, label] = await Promise.all(
    [state.model, state.memory, state.label].map((source) => renderOptional(rest, source, options)),
  );
  const pairs = Object.entries({ model, memory, label, file, mode: state.mode });
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== ""));
}
