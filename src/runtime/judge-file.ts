import type { StandingFile } from "../report/standing.ts";
import type { Rest } from "./rest.ts";
import type { View } from "./view.ts";

/**
 * What becomes of the resting state's steering file in a step, undefined where the state has none; starts no process. A
 * built-in mode is asked here; a declared one's command, and what needs git, are left to `gtd validate`.
 */
export async function judgeFile(rest: Rest, { file, text }: View): Promise<StandingFile | undefined> {
  if (file === undefined) return undefined;
  const { path, mode } = file;
  if (text === undefined) return { path, condition: "missing" };
  if (mode === undefined) return { path, condition: "there" };
  const { STEERING_MODES } = await import("../steering/index.ts");
  const declared = rest.project.workflow.modes.get(mode)?.validate !== undefined;
  const validate = declared ? undefined : STEERING_MODES.get(mode)?.validate;
  if (validate === undefined) return { path, condition: declared ? "unjudged" : "there" };
  const draft = rest.state.content.kind === "prompt";
  const [first, ...more] = validate({ path, text, draft }).filter(({ severity }) => severity === "error");
  if (first === undefined) return { path, condition: draft && mode === "review" ? "unjudged" : "valid" };
  const fault = { message: first.message, line: first.range?.start.line ?? 1, errors: 1 + more.length };
  return { path, condition: "invalid", fault };
}
