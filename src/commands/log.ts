import type { Turn } from "../engine/types.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { countTouchedFiles } from "../git/touched-files.ts";
import { renderLog, type LogLine } from "../report/log.ts";
import { report, type Context } from "../runtime/context.ts";
import { openRest } from "../runtime/open.ts";

/** `gtd log`: the process turn by turn. */
export async function logCommand(context: Context): Promise<ExitCode> {
  const rest = await openRest(context);
  const { process } = rest.position;
  const files = await countTouchedFiles(
    rest.project.repo,
    process.map((turn) => turn.commit.hash),
  );
  const turns = process.map((turn): LogLine => logLine(turn, files.get(turn.commit.hash) ?? 0));
  report(context, { state: rest.state.name, turns }, renderLog(turns));
  return EXIT.done;
}

function logLine(turn: Turn, files: number): LogLine {
  const one = (name: string): string | undefined => turn.trailers.get(name)?.at(-1);
  const fields = {
    cost: one("Gtd-Cost"),
    tokens: one("Gtd-Tokens"),
    duration: one("Gtd-Duration"),
    exit: one("Gtd-Exit"),
  };
  const signals = one("Gtd-Signals")?.split(" ") ?? [];
  return {
    commit: turn.commit.hash,
    actor: turn.actor,
    from: turn.from,
    to: turn.to,
    time: new Date(turn.commit.time * 1000).toISOString(),
    files,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(signals.length === 0 ? {} : { signals }),
    ...(turn.attempt ? { attempt: true as const } : {}),
  };
}
