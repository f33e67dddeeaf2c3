import { EXIT, UserError } from "../errors.ts";
import { renderFindings } from "../report/findings.ts";
import { isRefusal, type Outcome } from "../report/outcome.ts";
import { describeRest } from "../runtime/describe.ts";
import type { Project } from "../runtime/project.ts";
import { refusalError } from "../runtime/refusal.ts";
import type { Rest } from "../runtime/rest.ts";
import type { StepOptions } from "../runtime/step-options.ts";
import { resolveAgent, type Agent } from "./adapter.ts";
import { settleAgent } from "./after-agent.ts";
import { modelOf } from "./agent.ts";
import { joinFigures, tellLeftovers, workOn, type Work, type WorkOptions } from "./agent-work.ts";
import { canResume } from "./command-line.ts";
import { checkConfiguration } from "./config-watch.ts";
import type { TurnFigures } from "./events.ts";
import { stepFrom } from "./step-from.ts";
import { findSession, sessionTrailer, type Session } from "./session.ts";

/** How often an agent is handed the findings about its steering file. */
const HAND_BACKS = 3;
/** How often it is handed a refusal. */
const REFUSALS = 1;

export interface PromptTurnOptions extends WorkOptions, Pick<StepOptions, "allowLarge" | "allowLink"> {
  /** Whether this is the loop's first turn: an earlier try may have been cut short. */
  readonly first: boolean;
}

export interface PromptTurn {
  readonly outcome: Outcome;
  readonly figures: TurnFigures;
}

/**
 * One turn of an agent: run it, make its own commits part of the turn, hand back what is wrong with the steering file
 * and one refusal, then step. Answers a refusal only after it was handed back in vain. Throws where the agent fails
 * for good, and `steering-stalled` (exit 4).
 */
export async function takePromptTurn(project: Project, rest: Rest, options: PromptTurnOptions): Promise<PromptTurn> {
  const described = await describeRest(rest);
  const agent = resolveAgent(project.settings, project.env, rest.state.name);
  const started = performance.now();
  const first = options.first ? tellLeftovers(rest.snapshot.changes, described.content) : described.content;
  let work = await workOn(
    rest,
    { agent, described, prompt: first, session: findSession(rest, described.memory) },
    options,
  );
  const handBack = async (at: Rest, complaint: string, why: string): Promise<void> => {
    options.note(why);
    const prompt = goesOn(rest, agent, work.session) ? complaint : `${described.content}\n\n${complaint}`;
    const more = await workOn(at, { agent, described, prompt, session: work.session }, options);
    work = { session: more.session, figures: joinFigures(work.figures, more.figures) };
  };
  for (let invalid = 0, refused = 0; ;) {
    const now = await settleAgent(project, rest);
    checkConfiguration(project);
    const model = work.figures.model ?? modelOf(rest, described.model);
    const figures = { ...work.figures, ...(model === undefined ? {} : { model }) };
    const outcome = await take(now, { ...work, figures }, performance.now() - started, options);
    if (outcome.kind === "invalid") {
      const shown = renderInvalid(outcome);
      if (invalid >= HAND_BACKS) throw stillInvalid(rest, shown);
      invalid += 1;
      await handBack(
        now,
        `"${outcome.path}" is not valid:\n\n${shown}\nCorrect it in that file. Change nothing else.\n`,
        `the steering file is not valid: handed back (${invalid} of ${HAND_BACKS})`,
      );
      continue;
    }
    if (!isRefusal(outcome) || refused >= REFUSALS) return { outcome, figures };
    refused += 1;
    await handBack(now, refusalPrompt(outcome), "the step was refused: handed back to the agent");
  }
}

/** Whether the agent remembers what it was told before. */
function goesOn({ project, state }: Rest, agent: Agent, session: Session): boolean {
  const permission = state.permission ?? project.settings.permission;
  return agent.kind === "shell" || (session.known && canResume(agent.adapter, permission));
}

function renderInvalid({ findings, text }: Extract<Outcome, { kind: "invalid" }>): string {
  const errors = findings.filter(({ severity }) => severity === "error");
  return renderFindings(errors, () => text, { color: false });
}

function refusalPrompt(outcome: Extract<Outcome, { kind: "refused" | "declined" | "invalid" }>): string {
  const error = refusalError(outcome);
  return `Your turn was refused: ${error.message}\n${error.detail === undefined ? "" : `\n${error.detail}\n`}\nPut that right. Undo what you were not to touch, and change nothing else.\n`;
}

async function take(
  rest: Rest,
  { session, figures }: Work,
  duration: number,
  options: PromptTurnOptions,
): Promise<Outcome> {
  const { cost, model, tokens } = figures;
  return stepFrom(rest, {
    actor: rest.actor,
    attempt: true,
    figures: {
      duration: `${Math.round(duration)}ms`,
      ...(cost === undefined ? {} : { cost, ...(model === undefined ? {} : { model }) }),
      ...(tokens === undefined ? {} : { tokens: String(tokens) }),
      session: sessionTrailer(session),
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
    next: ["mend the file by hand, then:", "gtd validate  # until it passes", "gtd  # goes on"],
  });
}
