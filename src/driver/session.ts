import { createHash, randomUUID } from "node:crypto";
import type { Rest } from "../runtime/rest.ts";

/** One conversation with an agent, which turns of one `memory` share within a process. */
export interface Session {
  /** Follows from the process and the memory alone. */
  readonly label: string;
  /** The id under which the agent knows it. */
  readonly id: string;
  /** Whether the agent has it already: then it is gone on with. */
  readonly known: boolean;
}

/**
 * The session of a turn, read off the history: the id that the latest turn of the same memory left in `Gtd-Session`,
 * else a new one. A state without `memory` has a session for each turn.
 */
export function findSession({ position, snapshot }: Rest, memory: string | undefined): Session {
  const { process, start } = position;
  const name = memory === undefined ? `turn ${snapshot.tip ?? "first"}` : `memory ${memory}`;
  const label = uuidOf(`${start ?? "root"}\n${process[0]?.commit.hash ?? ""}\n${name}`);
  for (const turn of process.toReversed()) {
    const id = turn.trailers
      .get("Gtd-Session")
      ?.map((value) => value.split(" "))
      .find((words) => words.includes(label))?.[0];
    if (id !== undefined) return { label, id, known: true };
  }
  return { label, id: label, known: false };
}

/** A session that knows nothing yet, in place of one that is of no use any more. */
export function freshSession({ label }: Session): Session {
  return { label, id: randomUUID(), known: false };
}

/** As the trailer keeps it: the agent's id, and what it is found by when that is not the same. */
export function sessionTrailer({ id, label }: Session): string {
  return id === label ? id : `${id} ${label}`;
}

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
