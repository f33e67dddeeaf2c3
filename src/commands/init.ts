import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { discoverConfig } from "../config/discover.ts";
import { renderFirstConfig } from "../config/first.ts";
import { guessTestCommands } from "../config/guess.ts";
import { CONFIG_NAMES } from "../config/names.ts";
import { writeTrust } from "../config/trust.ts";
import type { Diagnosis } from "../doctor/diagnosis.ts";
import { probeCommitlint } from "../doctor/probe-commitlint.ts";
import { probeOutputs } from "../doctor/probe-outputs.ts";
import { probeSteering } from "../doctor/probe-steering.ts";
import { BUILT_IN_AGENTS, findAgents, resolveAgent } from "../driver/adapter.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import type { Repository } from "../git/types.ts";
import { renderNext } from "../report/next.ts";
import { renderDiagnoses } from "../doctor/render-diagnoses.ts";
import { report, type Context } from "../runtime/context.ts";
import { askFirstConfig } from "../runtime/ask-first-config.ts";
import { loadConfiguration, openProject, openRepository } from "../runtime/open.ts";
import { homeOf } from "../runtime/project.ts";
import { readBound } from "../workflows/bound.ts";

export interface InitOptions {
  readonly test?: string;
  readonly agent?: string;
  readonly dryRun?: boolean;
}

const NAME = ".gtdrc.yaml";

/** `gtd init`: writes a commented `.gtdrc.yaml`, guessing the test command and the agent; never overwrites. */
export async function initCommand(context: Context, options: InitOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  refuseExisting(repo);
  const [tests, found] = [guessTestCommands(repo.root), findAgents(context.env)];
  const told = { test: options.test ?? tests[0], agent: options.agent ?? found[0] };
  const answers =
    context.loadPrompter === undefined || context.json || options.dryRun === true
      ? told
      : await askFirstConfig(await context.loadPrompter(), { tests, found, known: BUILT_IN_AGENTS, options });
  if (answers === undefined) throw calledOff();
  const text = renderFirstConfig({ agents: BUILT_IN_AGENTS, ...answers });
  if (options.dryRun === true) {
    const notes = await warn(context, repo);
    report(context, { file: NAME, written: false, text, warnings: notes.map(({ message }) => message) }, text);
    if (!context.json) context.err(renderDiagnoses(notes, false));
    return EXIT.done;
  }
  writeFileSync(join(repo.root, NAME), text, { flag: "wx" });
  const layers = discoverConfig({ root: repo.root, cwd: repo.root, home: homeOf(context.env) });
  const { sources } = await loadConfiguration(repo, layers);
  writeTrust({ root: repo.root, sources, env: context.env });
  const notes = await warn(context, repo);
  report(
    context,
    { file: NAME, written: true, text, warnings: notes.map(({ message }) => message) },
    `wrote ${NAME}\n${renderDiagnoses(notes, context.color)}next:\n${renderNext(
      nextCommands(answers.agent, context.env),
    )
      .map((line) => `  ${line}\n`)
      .join("")}`,
  );
  return EXIT.done;
}

/** What to type now; where no agent can take a turn, nothing that needs one. */
function nextCommands(agent: string | undefined, env: Context["env"]): readonly string[] {
  const commit = `git add ${NAME} && git commit -m "chore: configure gtd"`;
  const sketch = 'mkdir -p .gtd && echo "what you want" > .gtd/TODO.md';
  const fault = findAgentFault(agent, env);
  if (fault === undefined) return [commit, `${sketch} && gtd`];
  return [
    commit,
    `${sketch} && gtd step`,
    "gtd next  # shows what comes",
    agent === undefined
      ? "before an agent can take a turn, configure one:"
      : `before it can take a turn, mend this: ${fault.message}`,
    ...fault.next.filter((line) => !line.startsWith("gtd next")),
  ];
}

/** Why no agent could take a turn now. */
function findAgentFault(agent: string | undefined, env: Context["env"]): UserError | undefined {
  try {
    resolveAgent(agent === undefined ? {} : { agent }, env, "");
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

function refuseExisting(repo: Repository): void {
  const existing = CONFIG_NAMES.find((name) => existsSync(join(repo.root, name)));
  if (existing === undefined) return;
  throw new UserError(`"${existing}" exists already, and nothing is overwritten`, {
    code: "config-exists",
    exit: EXIT.refused,
    next: [`edit ${existing}`, "gtd config  # shows all that holds"],
  });
}

/** What would keep the tree from being clean or a turn from being captured: worth a word before the first turn. */
async function warn(context: Context, repo: Repository): Promise<readonly Diagnosis[]> {
  const opened = await openProject(context, repo).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  const workflow = opened?.workflow ?? readBound("default", {});
  const gitHooks = opened?.settings.hooks.git ?? "squash";
  const found = [
    ...(workflow === undefined ? [] : await probeSteering({ repo, workflow })),
    ...(await probeOutputs({ repo })),
    ...probeCommitlint({ repo, gitHooks }),
  ];
  return found.filter(({ level }) => level !== "ok");
}

function calledOff(): UserError {
  return new UserError("called off, nothing was written", {
    code: "called-off",
    exit: EXIT.interrupted,
    next: ["gtd init --test <command> --agent <name>  # asks nothing"],
  });
}
