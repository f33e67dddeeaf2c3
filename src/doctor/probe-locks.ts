import { statSync } from "node:fs";
import { join } from "node:path";
import { readLoopHolder } from "../driver/loop-lock.ts";
import { isAlive, parseHolder } from "../git/holder.ts";
import type { Repository } from "../git/types.ts";
import { stateDir } from "../git/window-file.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { readTextOf } from "./files.ts";

const PROBE = "locks";
/** Milliseconds that git's own locks live at most, when the process that holds one lives. */
const FRESH = 60_000;

/** Who holds this worktree's locks: gtd's, the loop's, git's. */
export function probeLocks({ repo }: { readonly repo: Repository }): readonly Diagnosis[] {
  const found = [...lockOf(repo), ...loopOf(repo), ...gitLocks(repo)];
  return found.length > 0 ? found : [{ probe: PROBE, level: "ok", message: "no locks are held" }];
}

function lockOf(repo: Repository): readonly Diagnosis[] {
  const path = join(stateDir(repo), "lock");
  const text = readTextOf(path);
  if (text === undefined) return [];
  const holder = parseHolder(text);
  if (holder === undefined)
    return [
      {
        probe: PROBE,
        level: "fault",
        message: `the lock "${path}" names nobody, so no command takes it over`,
        fix: [`rm "${path}"`],
      },
    ];
  return isAlive(holder)
    ? [
        {
          probe: PROBE,
          level: "note",
          message: `process ${holder.pid} on "${holder.host}" works in this worktree`,
          fix: ["wait for it"],
        },
      ]
    : [{ probe: PROBE, level: "ok", message: `a dead process left its lock, which the next command takes over` }];
}

function loopOf(repo: Repository): readonly Diagnosis[] {
  const holder = readLoopHolder(repo);
  if (holder === undefined) return [];
  return [
    {
      probe: PROBE,
      level: "note",
      message: `a loop drives this worktree: process ${holder.pid} on "${holder.host}"`,
      fix: ["gtd logs -f  # follows it", "gtd stop  # halts it when its turn is taken"],
    },
  ];
}

function gitLocks(repo: Repository): readonly Diagnosis[] {
  const paths = [
    join(repo.gitDir, "index.lock"),
    join(repo.gitDir, "HEAD.lock"),
    join(repo.commonDir, "packed-refs.lock"),
    join(repo.commonDir, "config.lock"),
  ];
  return paths.flatMap((path): readonly Diagnosis[] => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    const old = Date.now() - stats.mtimeMs > FRESH;
    return [
      {
        probe: PROBE,
        level: old ? "fault" : "note",
        message: `a git process ${old ? "left" : "holds"} "${path}"`,
        fix: [old ? `rm "${path}"  # when no git process runs here` : "wait for it"],
      },
    ];
  });
}
