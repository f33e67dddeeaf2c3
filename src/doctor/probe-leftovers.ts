import { listLogs, logDirectory } from "../driver/logs.ts";
import { readLoopHolder } from "../driver/loop-lock.ts";
import { runGit } from "../git/client.ts";
import { readJournal } from "../git/journal.ts";
import type { Repository } from "../git/types.ts";
import { readWindowFile, stateDir } from "../git/window-file.ts";
import { renderCount } from "../report/plural.ts";
import { isLocked } from "../runtime/inside-turn.ts";
import { readUnfinishedTurn } from "../runtime/turn-record.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { listNames } from "./files.ts";

const PROBE = "leftovers";
/** Kept tips beyond which a word is due. */
const MANY = 200;

/** What commands left behind: an interrupted one's journal, an open window, a killed gtd's turn, drafts, logs, kept tips. */
export async function probeLeftovers({ repo }: { readonly repo: Repository }): Promise<readonly Diagnosis[]> {
  return [
    ...journalOf(repo),
    ...windowOf(repo),
    ...turnOf(repo),
    ...draftsOf(repo),
    ...logsOf(repo),
    ...(await keptOf(repo)),
  ];
}

function journalOf(repo: Repository): readonly Diagnosis[] {
  const journal = readJournal(repo);
  if (journal === undefined) return [];
  return [
    {
      probe: PROBE,
      level: "fault",
      message: `the command "${journal.operation}" was interrupted; the next one that changes anything finishes it first`,
      fix: ["gtd step"],
    },
  ];
}

function windowOf(repo: Repository): readonly Diagnosis[] {
  const window = readWindowFile(repo);
  if (window === undefined) return [];
  const branch = window.branch?.replace(/^refs\/heads\//, "") ?? window.tip.slice(0, 10);
  return [
    {
      probe: PROBE,
      level: "note",
      message: `the review window is open: HEAD is detached, and "${branch}" waits`,
      fix: ["gtd window close  # goes back by hand; the next step does too"],
    },
  ];
}

function turnOf(repo: Repository): readonly Diagnosis[] {
  const turn = readUnfinishedTurn(repo);
  if (turn === undefined || readLoopHolder(repo) !== undefined || isLocked(repo)) return [];
  const { owner } = turn;
  const alive = turn.alive.length > 0;
  const script = owner?.runs === "script";
  const when =
    owner === undefined ? "during a turn" : `while the ${owner.runs} of "${owner.state}" ${script ? "ran" : "worked"}`;
  return [
    {
      probe: PROBE,
      level: "note",
      message: `a gtd was killed ${when}${alive ? ", which is still at work" : ""}`,
      fix: [`${script ? "gtd run" : "gtd"}  # ${alive ? "ends it first, then " : ""}takes the turn again`],
    },
  ];
}

function draftsOf(repo: Repository): readonly Diagnosis[] {
  const drafts = listNames(stateDir(repo)).filter((name) => /^(?:draft|writing)-/.test(name));
  if (drafts.length === 0) return [];
  return [
    {
      probe: PROBE,
      level: "ok",
      message: `${renderCount(drafts.length, "private file")} of commands that were cut off, which the next one removes`,
    },
  ];
}

function logsOf(repo: Repository): readonly Diagnosis[] {
  const logs = listLogs(repo);
  if (logs.length === 0) return [];
  const bytes = logs.reduce((sum, log) => sum + log.bytes, 0);
  return [
    {
      probe: PROBE,
      level: "ok",
      message: `${renderCount(logs.length, "log")} of turns, ${(bytes / 1e6).toFixed(1)} MB in "${logDirectory(repo)}"`,
    },
  ];
}

async function keptOf(repo: Repository): Promise<readonly Diagnosis[]> {
  const refs = (await runGit(repo, ["for-each-ref", "--format=%(refname)", "refs/gtd/history"])).split("\n").length - 1;
  if (refs === 0) return [];
  const many = refs > MANY;
  return [
    {
      probe: PROBE,
      level: many ? "note" : "ok",
      message: `${renderCount(refs, "tip")} kept under "refs/gtd/history", from which "gtd restore" and you can go back`,
      ...(many
        ? {
            fix: [
              "git for-each-ref --format='delete %(refname)' refs/gtd/history | git update-ref --stdin  # forgets them",
            ],
          }
        : {}),
    },
  ];
}
