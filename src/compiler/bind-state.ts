import { parseGlobs } from "../engine/glob.ts";
import { parsePattern } from "../engine/pattern.ts";
import type { Content, ContentKind, Globs, Retry, Row, State } from "../engine/types.ts";
import type { StateSource, TargetSource } from "./definition.ts";
import { parseDuration } from "./duration.ts";
import { parseMax } from "./parse-max.ts";
import { describePointer, type Rendering } from "./rendering.ts";

const CONTENTS: readonly ContentKind[] = ["prompt", "script", "message", "commit"];
/** Properties that are taken over as they are. */
const TEXTS = ["actor", "entry", "file", "mode", "capture", "model", "memory", "label"] as const;

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** One state with the values of the variables in its rows, retry cap, time-out and dropped paths. */
export function bindState(name: string, source: StateSource, rendering: Rendering): State | undefined {
  const content = contentOf(source);
  if (content === undefined) return undefined;
  const { permission, window } = source;
  const state: Draft<State> = {
    name,
    content,
    rows: bindRows(name, source.on ?? [], rendering),
    initial: source.initial === true,
    drop: (source.drop ?? []).flatMap((glob, index) =>
      bindGlobs(glob, ["states", name, "drop", String(index)], rendering),
    ),
    allowEmpty: source.allowEmpty === true,
  };
  for (const key of TEXTS) {
    const text = source[key];
    if (text !== undefined) state[key] = text;
  }
  if (permission !== undefined) state.permission = permission;
  if (window !== undefined && window !== false) state.window = window === true ? {} : window;
  const retry = bindRetry(name, source.retry, rendering);
  if (retry !== undefined) state.retry = retry;
  const timeout = bindTimeout(name, source.timeout, rendering);
  if (timeout !== undefined) state.timeout = timeout;
  return state;
}

function contentOf(source: StateSource): Content | undefined {
  for (const kind of CONTENTS) {
    const template = source[kind];
    if (template !== undefined) return { kind, template };
  }
  return undefined;
}

/** Rows in order; a key that renders empty removes its row, and two that render alike are a finding. */
function bindRows(
  state: string,
  rows: readonly (readonly [string, TargetSource])[],
  rendering: Rendering,
): readonly Row[] {
  const seen = new Map<string, string>();
  return rows.flatMap(([key, target]) => {
    const pointer = ["states", state, "on", key];
    const rendered = rendering.render(key, pointer, "key")?.trim();
    if (rendered === undefined || rendered === "") return [];
    const other = seen.get(rendered);
    if (other !== undefined) {
      rendering.report(
        "duplicate-key",
        `the rows "${other}" and "${key}" of state "${state}" both render to "${rendered}"`,
        pointer,
        { part: "key", source: key },
      );
      return [];
    }
    seen.set(rendered, key);
    const pattern = parsePattern(rendered);
    if ("fault" in pattern) {
      const told = rendered === key ? `"${key}"` : `"${rendered}", rendered from "${key}"`;
      rendering.report("pattern", `in the pattern ${told}: ${pattern.fault}`, pointer, {
        part: "key",
        hint: pattern.hint,
        source: key,
      });
      return [];
    }
    const row: Row = { pattern, ...bindTarget(target) };
    rendering.declared.set(row, key);
    return [row];
  });
}

function bindTarget(target: TargetSource): Omit<Row, "pattern"> {
  if (typeof target === "string") return { target: { to: target } };
  const { action, describe } = target;
  return {
    target: "to" in target ? { to: target.to } : { refuse: target.refuse },
    ...(action === undefined ? {} : { action }),
    ...(describe === undefined ? {} : { describe }),
  };
}

function bindRetry(state: string, source: StateSource["retry"], rendering: Rendering): Retry | undefined {
  if (source === undefined) return undefined;
  const pointer = ["states", state, "retry", "max"];
  const rendered = rendering.render(String(source.max), pointer);
  if (rendered === undefined) return undefined;
  const max = parseMax(rendered);
  if (max === undefined) {
    rendering.report("retry-max", `${describePointer(pointer)} renders to "${rendered}", no whole number`, pointer, {
      part: "value",
      hint: "a whole number from 0, for example 3",
      source: String(source.max),
    });
    return undefined;
  }
  const { otherwise, since = [] } = source;
  return { max, otherwise, since: typeof since === "string" ? [since] : since };
}

/** Milliseconds; an empty time-out is none. */
function bindTimeout(state: string, source: string | undefined, rendering: Rendering): number | undefined {
  if (source === undefined) return undefined;
  const pointer = ["states", state, "timeout"];
  const rendered = rendering.render(source, pointer);
  if (rendered === undefined || rendered.trim() === "") return undefined;
  const timeout = parseDuration(rendered);
  if (timeout === undefined) {
    rendering.report("duration", `${describePointer(pointer)} renders to "${rendered}", no time above zero`, pointer, {
      part: "value",
      hint: 'for example "90s", "10m" or "2h"',
      source,
    });
  }
  return timeout;
}

function bindGlobs(glob: string, pointer: readonly string[], rendering: Rendering): readonly Globs[] {
  const rendered = rendering.render(glob, pointer);
  if (rendered === undefined || rendered.trim() === "") return [];
  const globs = parseGlobs(rendered);
  if (!("fault" in globs)) return [globs];
  rendering.report("pattern", `in the glob "${rendered}": ${globs.fault}`, pointer, {
    part: "value",
    hint: globs.hint,
    source: glob,
  });
  return [];
}
