import { EXIT, UserError } from "../errors.ts";
import { withLock } from "../git/lock.ts";
import { writeAnswer, type Answer } from "../steering/answers.ts";
import { readAnswerable, type Answerable } from "./answerable.ts";
import { readAgain } from "./rest.ts";
import { replaceWorkingFile } from "./write-working-file.ts";

/** `same`: the file said so already. `changed`: somebody else wrote it since it was read, and nothing was written. */
export type Put = "written" | "same" | "changed";

/**
 * Writes one answer into the file in one move, under the lock of the worktree that the caller holds.
 * Throws `answer-unfit` when the file would not read as it was meant.
 */
export function putAnswer({ rest, path, bytes, text }: Answerable, answer: Answer): Put {
  const written = writeAnswer(text, answer);
  if (written === undefined) throw unfit(path);
  if (written === text) return "same";
  return replaceWorkingFile(rest.project.repo, path, { bytes, text: written }) ? "written" : "changed";
}

/**
 * The same of a person who took a while: under the lock it is looked whether the process still waits where it did.
 * Throws `moved-meanwhile` when it does not.
 */
export function putAnswerLater(open: Answerable, answer: Answer): Promise<Put> {
  return withLock(open.rest.project.repo, async () => {
    const now = await readAgain(open.rest);
    if (now.state.name !== open.rest.state.name || now.snapshot.tip !== open.rest.snapshot.tip) throw moved(open);
    return putAnswer(open, answer);
  });
}

/** The file as it stands now, with where the process waits. */
export async function readAnswerableAgain({ rest }: Answerable): Promise<Answerable> {
  return readAnswerable(await readAgain(rest));
}

export function fileChanged({ path }: Answerable): UserError {
  return new UserError(`"${path}" was written by somebody else at the same moment, so nothing was written`, {
    code: "file-changed",
    exit: EXIT.unfit,
    next: ["run the command again"],
  });
}

function moved({ rest, path }: Answerable): UserError {
  return new UserError(`the process no longer waits at "${rest.state.name}", so this answer was not written`, {
    code: "moved-meanwhile",
    exit: EXIT.unfit,
    detail: `what you answered before is in "${path}" or in the turn that took it`,
    next: ["gtd status", "gtd log"],
  });
}

function unfit(path: string): UserError {
  return new UserError(`"${path}" would not read as you mean it with this answer in its place`, {
    code: "answer-unfit",
    exit: EXIT.refused,
    next: [`edit "${path}" yourself, then run gtd step`, "gtd validate  # says what is wrong with it"],
  });
}
