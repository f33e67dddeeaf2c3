import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "../git/types.ts";
import { endGroup } from "../shell/group.ts";
import { isMarkedAlive, markGroup, type GroupMark } from "../shell/process-mark.ts";

/** Milliseconds between TERM and KILL of an agent whose loop is gone. */
const GRACE = 2000;

/** Notes the running agent, so that the next loop finds it when this one is killed. */
export function recordAgent(repo: Repository, group: number): void {
  try {
    mkdirSync(join(repo.gitDir, "gtd"), { recursive: true });
    writeFileSync(recordFile(repo), `${JSON.stringify(markGroup(group))}\n`);
  } catch {
    // A full disk must not end a turn that is well under way.
  }
}

export function forgetAgent(repo: Repository): void {
  rmSync(recordFile(repo), { force: true });
}

/** Ends the agent that a killed loop left. Answers whether a turn was cut short, and whether its agent still ran. */
export async function endOrphan(repo: Repository): Promise<"none" | "gone" | "ended"> {
  const mark = readRecord(repo);
  if (mark === undefined) return "none";
  const alive = isMarkedAlive(mark);
  if (alive) await endGroup(mark.group, GRACE);
  forgetAgent(repo);
  return alive ? "ended" : "gone";
}

function readRecord(repo: Repository): GroupMark | undefined {
  try {
    const { group, start, boot } = JSON.parse(readFileSync(recordFile(repo), "utf8")) as Record<string, unknown>;
    if (typeof group !== "number" || group <= 1 || typeof start !== "string" || typeof boot !== "string")
      return undefined;
    return { group, start, boot };
  } catch {
    return undefined;
  }
}

function recordFile(repo: Repository): string {
  return join(repo.gitDir, "gtd", "agent.json");
}
