import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { discoverConfig } from "../config/discover.ts";
import { guessAgent, guessTestCommand } from "../config/guess.ts";
import { writeTrust } from "../config/trust.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { report, type Context } from "../runtime/context.ts";
import { loadConfiguration, openRepository } from "../runtime/open.ts";
import { homeOf } from "../runtime/project.ts";
import { CONFIG_NAMES } from "../config/names.ts";

export interface InitOptions {
  readonly test?: string;
  readonly agent?: string;
  readonly dryRun?: boolean;
}

const NAME = ".gtdrc.yaml";

/** `gtd init`: writes a commented `.gtdrc.yaml`, guessing the test command and the agent; never overwrites. */
export async function initCommand(context: Context, options: InitOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  const existing = CONFIG_NAMES.find((name) => existsSync(join(repo.root, name)));
  if (existing !== undefined) {
    throw new UserError(`"${existing}" exists already, and nothing is overwritten`, {
      code: "config-exists",
      exit: EXIT.refused,
      next: [`edit ${existing}`, "gtd init --dry-run   in a repository without one shows what it would hold"],
    });
  }
  const text = renderConfig(options.test ?? guessTestCommand(repo.root), options.agent ?? guessAgent(context.env));
  if (options.dryRun === true) {
    report(context, { file: NAME, written: false, text }, text);
    return EXIT.done;
  }
  writeFileSync(join(repo.root, NAME), text, { flag: "wx" });
  const layers = discoverConfig({ root: repo.root, cwd: repo.root, home: homeOf(context.env) });
  const { sources } = await loadConfiguration(repo, layers);
  writeTrust({ root: repo.root, sources, env: context.env });
  report(
    context,
    { file: NAME, written: true, text },
    `wrote ${NAME}\nnext:\n  git add ${NAME} && git commit -m "chore: configure gtd"\n  mkdir -p .gtd && echo "what you want" > .gtd/TODO.md && gtd\n`,
  );
  return EXIT.done;
}

function renderConfig(test: string | undefined, agent: string | undefined): string {
  return [
    "# yaml-language-server: $schema=https://unpkg.com/gtd-cli/schema.json",
    "# What drives gtd in this repository; every key is described in docs/configuration.md.",
    "",
    "# The agent: a shell command that reads its prompt from standard input.",
    agent === undefined ? '# agent: "claude -p --permission-mode acceptEdits"' : `agent: ${JSON.stringify(agent)}`,
    "",
    "vars:",
    "  # Decides whether a check has passed, by its exit alone.",
    `  testCommand: ${JSON.stringify(test ?? "npm test")}${test === undefined ? " # a guess: put yours here" : ""}`,
    "",
  ].join("\n");
}
