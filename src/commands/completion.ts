import { BUILT_IN_AGENTS } from "../driver/adapter.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { renderBash } from "../help/bash.ts";
import type { CommandHelp, NameKind } from "../help/command-line.ts";
import { renderFish } from "../help/fish.ts";
import { renderZsh } from "../help/zsh.ts";
import { report, type Context } from "../runtime/context.ts";
import { listNames } from "../runtime/list-names.ts";

const SHELLS: Readonly<Record<string, (commands: readonly CommandHelp[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

export interface CompletionOptions {
  readonly shell?: string;
  /** What to print the names of, for the scripts. */
  readonly list?: NameKind;
  readonly commands: readonly CommandHelp[];
}

/** `gtd completion <shell>`: the shell's completion script; `--list` prints the names that it asks for. */
export async function completionCommand(
  context: Context,
  { shell, list, commands }: CompletionOptions,
): Promise<ExitCode> {
  if (list !== undefined) {
    const names = await listNames(context, list, BUILT_IN_AGENTS);
    report(context, { names }, names.map((name) => `${name}\n`).join(""));
    return EXIT.done;
  }
  const render = shell === undefined ? undefined : SHELLS[shell];
  if (shell === undefined || render === undefined)
    throw new UserError("say for which shell: bash, zsh or fish", {
      code: "usage",
      exit: EXIT.usage,
      next: [
        "source <(gtd completion bash)",
        'gtd completion zsh > "${fpath[1]}/_gtd"',
        "gtd completion fish > ~/.config/fish/completions/gtd.fish",
      ],
    });
  const script = render(commands);
  report(context, { shell, script }, script);
  return EXIT.done;
}
