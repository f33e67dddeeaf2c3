import { quoteShell } from "../template/quote.ts";
import type { Standing } from "./standing.ts";

export interface NextCommand {
  readonly command: string;
  /** A short imperative. */
  readonly why: string;
}

/** What a person would type next at a rest, the likeliest first. */
export function nextCommands(standing: Standing): readonly NextCommand[] {
  const { status, file, windowClosed } = standing;
  if (status.foreign !== undefined)
    return [
      { command: "gtd adopt", why: "make what was committed part of this turn" },
      { command: "gtd abandon --keep-commits", why: "end the process where it stands" },
    ];
  if (status.window?.stashed === true) return [{ command: "git stash pop", why: "bring the stashed part back" }];
  const window = windowClosed ? [{ command: "gtd window open", why: "show the whole diff" }] : [];
  if (file?.condition === "invalid" && status.kind === "message")
    return [...window, { command: "gtd validate", why: "say what is wrong with the file" }];
  return [...window, ...(isAsking(standing) ? [ANSWER] : []), ...byKind(standing)];
}

const ANSWER: NextCommand = { command: "gtd answer", why: "answer at the terminal, one after another" };

/** Whether a human is asked something that `gtd answer` knows to ask, and that nobody answered yet. */
function isAsking({ status: { kind, mode, signals } }: Standing): boolean {
  if (kind !== "message") return false;
  return mode === "qa"
    ? signals.includes("ambiguous") || signals.includes("unanswered")
    : mode === "review" && signals.includes("unfinished");
}

function byKind({ status, rows }: Standing): readonly NextCommand[] {
  const { kind, next, changes, actor } = status;
  const step = actor === "human" ? "gtd step" : `gtd step ${quoteShell(actor)}`;
  if (kind === "script")
    return [
      { command: "gtd", why: "run the script, and drive on" },
      { command: "gtd run", why: "run the script, no more" },
    ];
  if (changes.length > 0) {
    if (next?.target === undefined) return [{ command: "gtd explain", why: "say which row asks for what" }];
    return [
      { command: "gtd", why: kind === "prompt" ? "have the agent go on" : "take what is pending, and drive on" },
      { command: step, why: kind === "prompt" ? "take what is pending as its turn" : "take what is pending, no more" },
    ];
  }
  if (kind === "prompt")
    return [
      { command: "gtd", why: "have the agent work" },
      { command: "gtd next", why: "print what it has to do" },
    ];
  const action = rows.find(({ fires }) => fires)?.edge.action;
  return [
    { command: "gtd next", why: "print what is asked for" },
    ...(next?.target === undefined
      ? []
      : [
          { command: "gtd continue", why: `change nothing: ${action === undefined ? `go to ${next.target}` : action}` },
        ]),
  ];
}
