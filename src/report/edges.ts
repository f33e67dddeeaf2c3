import type { Row } from "../engine/types.ts";

/** A row as commands report it: `{pattern, target?, refuse?, action?, describe?}`. */
export interface Edge {
  readonly pattern: string;
  readonly target?: string;
  readonly refuse?: string;
  readonly action?: string;
  readonly describe?: string;
}

export function edgeOf(row: Row): Edge {
  return {
    pattern: row.pattern.source,
    ...("to" in row.target ? { target: row.target.to } : { refuse: row.target.refuse }),
    ...(row.action === undefined ? {} : { action: row.action }),
    ...(row.describe === undefined ? {} : { describe: row.describe }),
  };
}

/** What each row does, for a human: one line a row that leads somewhere, columns aligned. */
export function renderEdges(edges: readonly Edge[]): string {
  const shown = edges.filter((edge) => edge.target !== undefined);
  const width = Math.max(0, ...shown.map((edge) => edge.pattern.length));
  return shown
    .map(
      (edge) =>
        `  ${edge.pattern.padEnd(width)} → ${[edge.target, edge.action ?? edge.describe].filter((part) => part !== undefined).join(": ")}\n`,
    )
    .join("");
}
