import type { Decision, Row } from "../engine/types.ts";
import type { Came } from "./judge.ts";
import type { Taken } from "./play.ts";
import type { Expectation } from "./types.ts";

/** How a row was declared, before its templates were rendered. */
export type KeyOf = (row: Row) => string;

/** Why what came is not what was expected, in a sentence; undefined when it is. */
export function compareOutcome(
  { came, state }: Pick<Taken, "came" | "state">,
  expects: Expectation,
  keyOf: KeyOf,
): string | undefined {
  return (
    compareKind(came, expects) ?? compareRow(came, expects.row, state, keyOf) ?? compareRedirect(came, expects.instead)
  );
}

function compareKind(came: Came, { outcome }: Expectation): string | undefined {
  const got = tellOutcome(came);
  const decision = came.kind === "decided" ? came.decision : undefined;
  switch (outcome.kind) {
    case "lands":
      return decision !== undefined && isMove(decision) && decision.to === outcome.state
        ? undefined
        : `expected to land at "${outcome.state}", but ${got}`;
    case "stays":
      return decision?.kind === "stay" ? undefined : `expected to stay, but ${got}`;
    case "refused": {
      const { text = "" } = outcome;
      const refusal = refusalText(came);
      if (refusal === undefined) return `expected a refusal, but ${got}`;
      return refusal.some((one) => foldSpace(one).includes(foldSpace(text)))
        ? undefined
        : `expected a refusal that says "${text}", but ${got}`;
    }
  }
}

function isMove(decision: Decision): decision is Extract<Decision, { kind: "advance" | "squash" }> {
  return decision.kind === "advance" || decision.kind === "squash";
}

/** The row that decided, where one did. */
export function rowOf(came: Came): Row | undefined {
  return came.kind === "decided" && "row" in came.decision ? came.decision.row : undefined;
}

/** The name of a refusal and its sentence; undefined when nothing was refused. */
function refusalText(came: Came): readonly string[] | undefined {
  if (came.kind === "declined") return [came.code, came.text];
  const { decision } = came;
  if (decision.kind !== "refuse") return undefined;
  return [decision.reason, ...(decision.reason === "by-row" ? [decision.text] : [])];
}

function foldSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

function compareRow(came: Came, expected: string | undefined, state: string, keyOf: KeyOf): string | undefined {
  if (expected === undefined) return undefined;
  const row = rowOf(came);
  if (row === undefined) return `expected the row "${expected}" to decide, but no row of "${state}" did`;
  return row.pattern.source === expected || keyOf(row) === expected
    ? undefined
    : `expected the row "${expected}" to decide, but "${row.pattern.source}" did`;
}

function compareRedirect(came: Came, expected: string | undefined): string | undefined {
  if (expected === undefined) return undefined;
  const redirects = came.kind === "decided" && isMove(came.decision) ? came.decision.redirects : [];
  return redirects.some(({ state }) => state === expected)
    ? undefined
    : `expected the retry cap of "${expected}" to turn the turn away, but it did not`;
}

/** What came, as the second half of a sentence. */
export function tellOutcome(came: Came): string {
  if (came.kind === "declined") return `it was refused (${came.code}): ${came.text}`;
  const { decision } = came;
  switch (decision.kind) {
    case "stay":
      return "it stays: nothing is pending";
    case "advance":
    case "squash":
      return `it lands at "${decision.to}" by the row "${decision.row.pattern.source}"${decision.redirects.map((one) => `, since "${one.state}" had been entered ${one.entries} of ${one.max} times`).join("")}`;
    case "refuse":
      return tellRefusal(decision);
  }
}

function tellRefusal(decision: Extract<Decision, { kind: "refuse" }>): string {
  switch (decision.reason) {
    case "out-of-turn":
      return `it was refused (out-of-turn): "${decision.state}" waits for "${decision.awaited}"`;
    case "no-row":
      return `it was refused (no-row): no row of "${decision.state}" answers it`;
    case "by-row":
      return `it was refused by the row "${decision.row.pattern.source}": ${decision.text.trim()}`;
  }
}
