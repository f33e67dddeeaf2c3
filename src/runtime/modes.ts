import { EXIT, UserError } from "../errors.ts";
import { nextName } from "../report/suggest.ts";
import { renderOptional } from "./facts.ts";
import { readWorkingFile } from "./paths.ts";
import type { Rest } from "./rest.ts";

/** The mode of a file by its name: the resting state's if it is that state's file, else the first state's that names it. */
export async function modeOfFile(rest: Rest, path: string): Promise<string> {
  const states = [rest.state, ...rest.project.workflow.states.values()];
  for (const state of states) {
    if (state.mode !== undefined && (await renderOptional(rest, state.file, { state })) === path) return state.mode;
  }
  throw new UserError(`no state of the workflow has "${path}" as its steering file, so its mode is unknown`, {
    code: "unknown-mode",
    exit: EXIT.usage,
    next: [`gtd validate ${path} --mode qa`, `gtd format ${path}  # formats any markdown file`],
  });
}

/** Throws `unknown-mode` unless a mode is built in or declared by the workflow. */
export async function requireMode(rest: Rest, mode: string): Promise<void> {
  const { STEERING_MODES } = await import("../steering/index.ts");
  const known = [...new Set([...STEERING_MODES.keys(), ...rest.project.workflow.modes.keys()])];
  if (known.includes(mode)) return;
  throw new UserError(`there is no mode "${mode}"`, {
    code: "unknown-mode",
    exit: EXIT.usage,
    next: [...nextName(mode, known, "gtd validate <file> --mode"), `the modes are: ${known.join(", ")}`],
  });
}

/** The steering file of a mode with its text: the resting state's if its mode is that one, else the first state's that has it. */
export async function readSteeringOf(
  rest: Rest,
  mode: string,
): Promise<{ readonly path: string; readonly text: string | undefined }> {
  const states = [rest.state, ...rest.project.workflow.states.values()];
  const state = states.find((one) => one.mode === mode && one.file !== undefined);
  const path = state === undefined ? undefined : await renderOptional(rest, state.file, { state });
  if (path === undefined || path === "") {
    throw new UserError(`no state of the workflow has a file of the mode "${mode}"`, {
      code: "unknown-mode",
      exit: EXIT.refused,
      next: ["gtd workflow --print  # shows the workflow"],
    });
  }
  return { path, text: readWorkingFile(rest.project.repo.root, path) };
}
