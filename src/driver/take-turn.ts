import type { Outcome } from "../report/outcome.ts";
import type { Project } from "../runtime/project.ts";
import type { Rest } from "../runtime/rest.ts";
import { runScript } from "../runtime/script.ts";
import type { StepOptions } from "../runtime/step-options.ts";
import { stripControl } from "../shell/control.ts";
import type { AgentOptions } from "./agent.ts";
import { checkConfiguration } from "./config-watch.ts";
import type { LoopEvent, TurnFigures } from "./events.ts";
import { takePromptTurn } from "./prompt-turn.ts";
import { stepFrom } from "./step-from.ts";
import type { Waiter } from "./wait.ts";

/** Characters and lines of a script's output that are shown. */
const TAIL = 4000;
const TAIL_LINES = 8;

export interface Turn {
  /** Undefined where nobody could act. */
  readonly outcome: Outcome | undefined;
  /** Of an agent's turn. */
  readonly figures?: TurnFigures;
}

export interface TurnOptions extends Pick<StepOptions, "allowLarge" | "allowLink"> {
  readonly signal: AbortSignal;
  readonly waiter: Waiter;
  /** Whether this is the loop's first turn. */
  readonly first: boolean;
  /** The turn's log, named where an output is cut. */
  readonly log?: string;
  readonly grace?: AgentOptions["grace"];
  readonly onOutput: (chunk: string) => void;
  readonly onEvent: (event: LoopEvent) => void;
}

/** Has the resting state's actor take its turn: captures the human's, runs the script, or prompts the agent. */
export async function takeTurn(project: Project, rest: Rest, options: TurnOptions): Promise<Turn> {
  const { waiter, first, signal, onOutput, onEvent, log: _log, grace, ...accidents } = options;
  switch (rest.state.content.kind) {
    case "message":
      return { outcome: await stepFrom(rest, { actor: rest.actor, ...accidents }) };
    case "script":
      return takeScriptTurn(rest, { ...options, ...accidents });
    case "prompt": {
      const permission = rest.state.permission ?? project.settings.permission;
      if (permission === "auto" || permission === "full")
        onEvent({ event: "note", text: `the agent runs with the permission "${permission}"` });
      return takePromptTurn(project, rest, {
        waiter,
        first,
        signal,
        onOutput,
        ...(grace === undefined ? {} : { grace }),
        onProgress: (progress) => onEvent({ event: "progress", ...progress }),
        note: (text) => onEvent({ event: "note", text }),
        ...accidents,
      });
    }
    case "commit":
      return { outcome: undefined };
  }
}

async function takeScriptTurn(rest: Rest, options: TurnOptions): Promise<Turn> {
  let tail = "";
  const { onEvent, log, onOutput, signal, allowLarge, allowLink } = options;
  const { outcome, exit } = await runScript(rest.project.repo, rest.project, {
    rest,
    beforeStep: () => checkConfiguration(rest.project),
    signal,
    allowLarge: allowLarge ?? false,
    allowLink: allowLink ?? false,
    ...(log === undefined ? {} : { log }),
    onOutput: (chunk) => {
      onOutput(chunk);
      tail = (tail + chunk).slice(-TAIL);
      const text = stripControl(tail).trimEnd().split("\n").at(-1);
      onEvent({ event: "progress", ...(text === undefined || text === "" ? {} : { text }) });
    },
  });
  const lines = stripControl(tail).trimEnd().split("\n").slice(-TAIL_LINES);
  if (exit !== 0 && lines.join("") !== "")
    onEvent({ event: "output", text: lines.map((line) => `  ${line}\n`).join("") });
  return { outcome };
}
