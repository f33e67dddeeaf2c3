import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { renderCapture, renderCaptureWithoutOutput } from "../shell/capture.ts";
import { renderOptional } from "./facts.ts";
import { readWorkingBytes, safePath, withFile } from "./paths.ts";
import type { Rest } from "./rest.ts";
import { writeWorkingFile, type WorkingTree } from "./write-working-file.ts";

interface ScriptEnd {
  readonly exit?: number | "timeout";
  readonly output?: string;
  readonly command?: string;
  readonly log?: string;
}

/**
 * Writes a failed script's output to the state's `capture`, removes that file after a success, and does nothing where
 * no script ended. Returns whether the file is another now, and what puts it back. What no commit holds of the file is kept first, in
 * `<git dir>/gtd/replaced`.
 */
export async function putCapture(
  rest: Rest,
  { exit, output, command, log }: ScriptEnd,
): Promise<{ readonly changed: boolean; readonly restore: () => void }> {
  const path = exit === undefined ? undefined : await renderOptional(rest, rest.state.capture);
  if (exit === undefined || path === undefined || path === "") return { changed: false, restore: () => {} };
  const { root } = rest.project.repo;
  const before = readWorkingBytes(root, path);
  if (before !== undefined && rest.snapshot.changes.some((change) => change.path === path))
    keepReplaced(rest.project.repo.gitDir, path, before);
  if (exit === 0) {
    removeFile(root, path);
  } else {
    const limit = rest.project.settings.limits.capture;
    const text =
      output === undefined
        ? renderCaptureWithoutOutput(exit)
        : renderCapture({
            command: command ?? rest.state.name,
            code: exit,
            output,
            limit,
            ...(log === undefined ? {} : { log }),
          });
    putFile(rest.project.repo, path, text);
  }
  return {
    changed: exit !== 0 || before !== undefined,
    restore: () => {
      if (before === undefined) removeFile(root, path);
      else putFile(rest.project.repo, path, before);
    },
  };
}

function putFile(repo: WorkingTree, path: string, content: string | Uint8Array): void {
  const absolute = safePath(repo.root, path);
  withFile(path, () => mkdirSync(dirname(absolute), { recursive: true }));
  writeWorkingFile(repo, path, content);
}

function removeFile(root: string, path: string): void {
  const absolute = safePath(root, path);
  withFile(path, () => rmSync(absolute, { force: true }));
}

/** Named by the content, so that keeping the same again changes nothing. */
function keepReplaced(gitDir: string, path: string, content: Uint8Array): void {
  const directory = join(gitDir, "gtd", "replaced");
  const name = `${createHash("sha256").update(content).digest("hex").slice(0, 12)}-${basename(path)}`;
  withFile(path, () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, name), content, { flush: true });
  });
}
