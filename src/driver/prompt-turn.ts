import { EXIT, UserError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { adopt } from "../git/history.ts";
import { withLock } from "../git/lock.ts";
import { renderFindings } from "../report/findings.ts";
import { isRefusal, type Outcome } from "../report/outcome.ts";
import { describeRest, type Description } from "../runtime/describe.ts";
import { readWorkingFile } from "../runtime/paths.ts";
import type { Project } from "../runtime/project.ts";
import { refusalError } from "../runtime/refusal.ts";
import { readRest, type Rest } from "../runtime/rest.ts";
import { formatSteering, steeringFileOf, validateSteering } from "../runtime/steering.ts";
import { step } from "../runtime/step.ts";
import type { StepOptions } from "../runtime/step-options.ts";
import { runAgent, type AgentOptions } from "./agent.ts";

/** How often an agent is handed the findings about its steering file. */
const HAND_BACKS = 3;
/** How often a failing agent is started. */
const TRIES = 2;

export interface PromptTurnOptions extends AgentOptions, Pick<StepOptions, "allowLarge" | "allowLink"> {
  readonly note: (text: string) => void;
}

/**
 * One turn of an agent: run it, make its own commits part of the turn, hand back what is wrong with the steering file
 * and one refusal, then step. Returns the outcome, a refusal only after it was handed back in vain.
 */
export async function takePromptTurn(project: Project, rest: Rest, options: PromptTurnOptions): Promise<Outcome> {
  const described = await describeRest(rest);
  const started = performance.now();
  let session = await work(rest, described, described.content, options);
  for (let handBack = 0; ; handBack += 1) {
    const now = await afterAgent(project, rest);
    const complaint = await steeringComplaint(now);
    if (complaint === undefined) {
      const outcome = await take(project, rest, session, started, options);
      if (!isRefusal(outcome) || handBack >= HAND_BACKS) return outcome;
      if (handBack > 0 && outcome.kind !== "invalid") return outcome;
      options.note("the step was refused: handed back to the agent");
      session = await work(now, described, refusalPrompt(outcome), options);
      continue;
    }
    if (handBack >= HAND_BACKS) throw stillInvalid(rest, complaint.text);
    options.note(`the steering file is not valid: handed back to the agent (${handBack + 1} of ${HAND_BACKS})`);
    session = await work(now, described, complaint.prompt, options);
  }
}

/** Runs the agent until it ends well; a failing one gets one fresh try. */
async function work(
  rest: Rest,
  described: Description,
  prompt: string,
  options: PromptTurnOptions,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const run = await runAgent(rest, described, prompt, options);
    if (run.end === "done") return run.session;
    // What it did before its time was up is kept and judged.
    if (run.end === "timeout" && attempt >= TRIES) return run.session;
    if (attempt >= TRIES) {
      throw new UserError(`the agent failed ${TRIES} times at "${rest.state.name}": ${run.why}`, {
        code: "agent-failed",
        exit: EXIT.agent,
        next: ["gtd status   shows what it left in the tree", "gtd          tries again"],
      });
    }
    options.note(`the agent failed (${run.why}): one more try`);
  }
}

async function afterAgent(project: Project, before: Rest): Promise<Rest> {
  const rest = await readRest(project.repo, project);
  const moved =
    rest.position.process.length !== before.position.process.length ||
    rest.position.state !== before.position.state ||
    rest.snapshot.branch !== before.snapshot.branch;
  if (moved) {
    throw new UserError(`the agent made turns itself or left the branch at "${before.state.name}"`, {
      code: "agent-moved",
      exit: EXIT.refused,
      detail: `before: ${before.snapshot.branch ?? "detached"} at ${before.snapshot.tip ?? "no commit"}\nnow:    ${rest.snapshot.branch ?? "detached"} at ${rest.snapshot.tip ?? "no commit"}`,
      next: [
        "gtd log      shows what it did",
        "gtd undo     takes a turn back",
        "git switch   brings you back to the branch",
      ],
    });
  }
  const turn = rest.position.process.at(-1)?.commit.hash;
  if (rest.position.foreign.length === 0 || turn === undefined) return rest;
  await withLock(project.repo, async (lock) => adopt(lock, { snapshot: rest.snapshot, turn }));
  return readRest(project.repo, project);
}

/** What is wrong with the pending steering file, if anything. */
async function steeringComplaint(rest: Rest): Promise<{ readonly text: string; readonly prompt: string } | undefined> {
  const file = await steeringFileOf(rest);
  if (file === undefined || !rest.snapshot.changes.some((change) => change.path === file.path)) return undefined;
  await formatSteering(rest, file);
  const text = readWorkingFile(rest.project.repo.root, file.path);
  const findings = text === undefined ? [] : await validateSteering(rest, file, text);
  const errors = findings.filter((finding: Finding) => finding.severity === "error");
  if (errors.length === 0) return undefined;
  const shown = renderFindings(errors, () => text, { color: false });
  return {
    text: shown,
    prompt: `"${file.path}" is not valid:\n\n${shown}\nCorrect it in that file. Change nothing else.\n`,
  };
}

function refusalPrompt(outcome: Extract<Outcome, { kind: "refused" | "declined" | "invalid" }>): string {
  const error = refusalError(outcome);
  return `Your turn was refused: ${error.message}\n${error.detail === undefined ? "" : `\n${error.detail}\n`}\nPut that right. Undo what you were not to touch, and change nothing else.\n`;
}

async function take(
  project: Project,
  rest: Rest,
  session: string | undefined,
  started: number,
  options: PromptTurnOptions,
): Promise<Outcome> {
  return step(project.repo, project, {
    actor: rest.actor,
    attempt: true,
    figures: {
      duration: `${Math.round(performance.now() - started)}ms`,
      ...(session === undefined ? {} : { session }),
    },
    allowLarge: options.allowLarge ?? false,
    allowLink: options.allowLink ?? false,
  });
}

function stillInvalid(rest: Rest, findings: string): UserError {
  return new UserError(`the steering file of "${rest.state.name}" is still not valid after ${HAND_BACKS} hand-backs`, {
    code: "steering-stalled",
    exit: EXIT.stalled,
    detail: findings.trimEnd(),
    next: ["mend the file by hand, then run gtd validate and gtd"],
  });
}
