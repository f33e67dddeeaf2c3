import type { Change, Decision, State, Workflow } from "../engine/types.ts";
import type { Finding } from "../finding.ts";
import { STEERING_MODES } from "../steering/index.ts";
import type { Files } from "./memory.ts";

/** What came of a turn. */
export type Came =
  | { readonly kind: "decided"; readonly decision: Decision }
  /** Refused by more than the rows: an invalid steering file, an exit that is missing. */
  | { readonly kind: "declined"; readonly code: string; readonly text: string };

interface TurnFiles {
  readonly path: string | undefined;
  readonly before: Files;
  readonly after: Files;
  readonly changes: readonly Change[];
}

interface Validated {
  readonly path: string | undefined;
  readonly files: Files;
  /** Paths that a review may name. */
  readonly changed: ReadonlySet<string>;
}

/** What a built-in mode reads off a state's file; a declared command's signals are told by the scenario. */
export function readConditions(
  workflow: Workflow,
  { mode }: State,
  { path, before, after, changes }: TurnFiles,
): readonly string[] {
  if (path === undefined || mode === undefined || workflow.modes.get(mode)?.signals !== undefined) return [];
  return STEERING_MODES.get(mode)?.signals?.({ path, before: before.get(path), after: after.get(path), changes }) ?? [];
}

/** The refusal of a turn that would advance with an invalid steering file; undefined when nothing is wrong with it. */
export function validateFile(
  workflow: Workflow,
  { mode, content }: State,
  { path, files, changed }: Validated,
): Came | undefined {
  const text = path === undefined ? undefined : files.get(path);
  if (path === undefined || mode === undefined || text === undefined) return undefined;
  if (workflow.modes.get(mode)?.validate !== undefined) return undefined;
  const findings =
    STEERING_MODES.get(mode)?.validate?.({
      path,
      text,
      draft: content.kind === "prompt",
      ...(mode === "review" ? { review: { changedPaths: [...changed], baseIsAncestor: true } } : {}),
    }) ?? [];
  return refusalOf(path, findings);
}

/** The refusal of a turn whose steering file is invalid; undefined when nothing is wrong with it. */
export function refusalOf(path: string, findings: readonly Finding[]): Came | undefined {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return undefined;
  const text = errors
    .map(({ code, message, range }) => `${path}:${range?.start.line ?? 1}: ${code}: ${message}`)
    .join("\n");
  return { kind: "declined", code: "invalid", text };
}
