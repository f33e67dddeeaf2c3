import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { renderCapture, renderCaptureWithoutOutput } from "../shell/capture.ts";
import { renderOptional } from "./facts.ts";
import { readWorkingFile, safePath } from "./paths.ts";
import type { Rest } from "./rest.ts";
import { writeWorkingFile } from "./steering.ts";

interface ScriptEnd {
  readonly exit?: number | "timeout";
  readonly output?: string;
  readonly command?: string;
  readonly log?: string;
}

/**
 * Writes a failed script's output to the state's `capture`, removes that file after a success, and does nothing where
 * no script ended. Returns what puts the file back as it was.
 */
export async function putCapture(rest: Rest, { exit, output, command, log }: ScriptEnd): Promise<() => void> {
  const path = exit === undefined ? undefined : await renderOptional(rest, rest.state.capture);
  if (exit === undefined || path === undefined || path === "") return () => {};
  const { root } = rest.project.repo;
  const before = readWorkingFile(root, path) === undefined ? undefined : readFileSync(safePath(root, path));
  if (exit === 0) {
    rmSync(safePath(root, path), { force: true });
  } else {
    const limit = rest.project.settings.limits.capture;
    const text =
      output === undefined
        ? renderCaptureWithoutOutput(exit)
        : renderCapture({ command: command ?? rest.state.name, code: exit, output, limit, ...(log === undefined ? {} : { log }) });
    mkdirSync(dirname(safePath(root, path)), { recursive: true });
    writeWorkingFile(root, path, text);
  }
  return () => {
    if (before === undefined) rmSync(safePath(root, path), { force: true });
    else {
      mkdirSync(dirname(safePath(root, path)), { recursive: true });
      writeWorkingFile(root, path, before);
    }
  };
}
