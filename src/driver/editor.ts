import { EXIT, UserError } from "../errors.ts";
import type { Project } from "../runtime/project.ts";
import { cleanEnvironment } from "../shell/environment.ts";
import { runInteractive } from "../shell/interactive.ts";

/** Opens a file in `$VISUAL` or `$EDITOR` and waits until that closes. Throws `no-editor` and `editor-failed`. */
export async function openEditor({ repo, env, settings }: Project, file: string): Promise<void> {
  const editor = env["VISUAL"] || env["EDITOR"];
  if (!editor)
    throw new UserError('"--edit" needs an editor, and neither $VISUAL nor $EDITOR names one', {
      code: "no-editor",
      exit: EXIT.usage,
      next: [`EDITOR=vi gtd loop --edit`],
    });
  const code = await runInteractive({
    command: `${editor} "$1"`,
    args: [file],
    shell: settings.shell,
    cwd: repo.root,
    env: cleanEnvironment(env),
  });
  if (code === 0) return;
  throw new UserError(`the editor "${editor}" ${code === null ? "could not be run" : `ended with exit ${code}`}`, {
    code: "editor-failed",
    exit: EXIT.refused,
    next: [`edit ${file} yourself, then run gtd`],
  });
}
