import type { Decision } from "../engine/types.ts";
import { edgeOf } from "./edges.ts";
import { renderCount } from "./plural.ts";
import { sanitizeText } from "./sanitize.ts";

/** A past turn that the workflow as it is now would have decided otherwise. */
export interface Difference {
  readonly commit: string;
  readonly subject: string;
  readonly state: string;
  readonly actor: string;
  /** Where it led. */
  readonly was: string;
  /** What would come of it now, as the second half of a sentence. */
  readonly now: string;
  /** Changes and signals, as `gtd explain --if` takes them. */
  readonly facts: readonly string[];
  readonly decision?: Decision;
}

export interface Replay {
  readonly range: string;
  /** How many turns were decided again. */
  readonly turns: number;
  readonly differences: readonly Difference[];
  /** Squashes of which the turns are not kept in this repository. */
  readonly lost: readonly string[];
}

/** What `gtd test --replay` tells a person. */
export function renderReplay({ turns, differences, lost }: Replay): string {
  const lines = differences.map(({ commit, subject, now, facts }) =>
    sanitizeText(
      `${commit.slice(0, 10)} ${subject}\n  now ${now.replaceAll("\n", "\n  ")}\n${facts.map((fact) => `    ${fact}\n`).join("")}\n`,
    ),
  );
  const same = turns - differences.length;
  const kept = lost.map((hash) => `${hash.slice(0, 10)} is a squash whose turns are not kept here\n`);
  return `${lines.join("")}${kept.join("")}${renderCount(turns, "turn")} decided again: ${same} as before, ${differences.length} otherwise\n`;
}

/** The same as the document of `gtd test --replay --json`. */
export function replayJson({ range, turns, differences, lost }: Replay): object {
  return {
    range,
    turns,
    differing: differences.map(({ commit, subject, state, actor, was, now, facts, decision }) => ({
      commit,
      subject,
      state,
      actor,
      was,
      now,
      facts,
      ...(decision === undefined ? {} : { kind: decision.kind }),
      ...(decision !== undefined && "to" in decision ? { to: decision.to } : {}),
      ...(decision !== undefined && "row" in decision ? { row: edgeOf(decision.row) } : {}),
    })),
    lost,
  };
}
