import type { Outcome } from "../report/outcome.ts";
import { isRefusal } from "../report/outcome.ts";
import { renderOutcome } from "../report/outcome-text.ts";
import { countOpen, type Answerable } from "./answerable.ts";
import type { Prompter } from "./prompter.ts";
import { refusalError } from "./refusal.ts";
import type { Opening } from "./rest.ts";
import { step } from "./step.ts";
import { validateSteering } from "./steering.ts";

/**
 * Says what a step would do with the file as it is, and takes it when the person wants it; undefined when it stays for
 * later, or would be refused. Throws `invalid-steering-file` when the file is not valid.
 */
export async function finishAnswers(
  prompter: Prompter,
  open: Answerable,
  opening: Opening,
): Promise<Outcome | undefined> {
  const { rest, path, mode, text } = open;
  const { repo } = rest.project;
  const findings = await validateSteering(rest, { path, mode }, text);
  if (findings.some(({ severity }) => severity === "error"))
    throw refusalError({ kind: "invalid", state: rest.state.name, path, text, findings });
  const foreseen = await step(repo, opening, { actor: rest.actor, dryRun: true });
  if (isRefusal(foreseen)) {
    const { message, detail } = refusalError(foreseen);
    prompter.say(`a step would be refused: ${message}\n${detail === undefined ? "" : `${detail}\n`}`);
    return undefined;
  }
  prompter.say(`\n${renderForeseen(foreseen)}`);
  if (foreseen.kind === "foreseen" && foreseen.decision.kind === "stay") return undefined;
  const left = countOpen(open);
  const said = await prompter.select(
    left === 0 ? "All is answered. Take the step?" : `${left} of ${open.items.length} are open. Take the step?`,
    [
      { value: "step", label: "take the step" },
      { value: "later", label: "leave the file for later" },
    ],
    { initial: left === 0 ? "step" : "later" },
  );
  return said === "step" ? step(repo, opening, { actor: rest.actor }) : undefined;
}

/** Which row a step would go by, with what it does where the workflow says so. */
function renderForeseen(outcome: Outcome): string {
  const row = outcome.kind === "foreseen" && "row" in outcome.decision ? outcome.decision.row : undefined;
  const action = row?.action ?? row?.describe;
  return `${action === undefined ? "" : `${action}: `}${renderOutcome(outcome)}`;
}
