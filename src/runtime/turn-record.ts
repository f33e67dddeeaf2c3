import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "../git/types.ts";
import { isMarkedAlive, markGroup, type GroupMark } from "../shell/process-mark.ts";
import { endTurnProcesses, findTurnProcesses, TURN_ID } from "../shell/turn-processes.ts";

/** Milliseconds between TERM and KILL of what outlived its gtd. */
const GRACE = 2000;

/** A command that takes a turn, noted before it starts, so that the next gtd finds it when this one is killed. */
export interface TurnRecord {
  /** For the command's environment: its processes are known by it. */
  readonly env: Readonly<Record<string, string>>;
  /** Notes the command's process group. */
  readonly started: (group: number) => void;
  /** Ends what the command has left behind, and forgets it. */
  readonly close: (grace?: number) => Promise<void>;
}

/** Whose turn it is. */
export interface TurnOwner {
  readonly state: string;
  readonly runs: "agent" | "script";
}

/** What is noted of a turn's command; the group is absent until it has started, the owner in a note of an older gtd. */
interface Note {
  readonly id: string;
  readonly owner?: TurnOwner;
  readonly mark?: GroupMark;
}

/** What a gtd noted and did not take back: it runs still, or was killed. */
export interface UnfinishedTurn {
  readonly owner: TurnOwner | undefined;
  /** What of its command still runs, as `kill` takes it: its group below zero, and processes. */
  readonly alive: readonly number[];
}

export function openTurnRecord(repo: Repository, owner: TurnOwner): TurnRecord {
  const id = randomUUID();
  let group: number | undefined;
  writeNote(repo, { id, owner });
  return {
    env: { [TURN_ID]: id },
    started: (pid) => {
      group = pid;
      writeNote(repo, { id, owner, mark: markGroup(pid) });
    },
    close: async (grace = GRACE) => {
      if (group !== undefined) await endTurnProcesses(id, group, grace);
      rmSync(recordFile(repo), { force: true });
    },
  };
}

/** The turn that is noted, if any; costs one look for a file where none is. */
export function readUnfinishedTurn(repo: Repository): UnfinishedTurn | undefined {
  const note = readNote(repo);
  if (note === undefined) return undefined;
  const { id, owner, mark } = note;
  const group = mark !== undefined && isMarkedAlive(mark) ? [-mark.group] : [];
  return { owner, alive: [...group, ...findTurnProcesses(id)] };
}

/** Ends what a killed gtd left at work. Answers whether a turn was cut short, and whether its command still ran. */
export async function endOrphan(repo: Repository): Promise<"none" | "gone" | "ended"> {
  const note = readNote(repo);
  if (note === undefined) return "none";
  const { id, mark } = note;
  const alive = (mark !== undefined && isMarkedAlive(mark)) || findTurnProcesses(id).length > 0;
  if (alive) await endTurnProcesses(id, mark !== undefined && isMarkedAlive(mark) ? mark.group : undefined, GRACE);
  rmSync(recordFile(repo), { force: true });
  return alive ? "ended" : "gone";
}

/** In one move: half a note would be none. */
function writeNote(repo: Repository, { id, owner, mark }: Note): void {
  const file = recordFile(repo);
  try {
    mkdirSync(join(repo.gitDir, "gtd"), { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify({ id, ...owner, ...mark })}\n`);
    renameSync(`${file}.new`, file);
  } catch {
    // A full disk must not end a turn that is well under way.
  }
}

function readNote(repo: Repository): Note | undefined {
  try {
    const note = JSON.parse(readFileSync(recordFile(repo), "utf8")) as Record<string, unknown>;
    const { id, state, runs, group, start, boot } = note;
    if (typeof id !== "string" || id === "") return undefined;
    const owned = typeof state === "string" && (runs === "agent" || runs === "script");
    const marked = typeof group === "number" && group > 1 && typeof start === "string" && typeof boot === "string";
    return { id, ...(owned ? { owner: { state, runs } } : {}), ...(marked ? { mark: { group, start, boot } } : {}) };
  } catch {
    return undefined;
  }
}

function recordFile(repo: Repository): string {
  return join(repo.gitDir, "gtd", "agent.json");
}
