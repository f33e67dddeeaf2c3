const ARROW = "→";

/** What a turn's subject says: who acted, from which state, to which. */
export interface Subject {
  readonly actor: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The subject of a turn's commit (STATES.md, "Subjects"): `gtd(<actor>): <from> → <to>`, or `gtd(<actor>): <to>`.
 * @throws Error when a name could not be read back: the compiler refuses such names (`nameFault`).
 */
export function formatSubject(actor: string, from: string, to: string): string {
  const fault = actorFault(actor) ?? nameFault(from) ?? nameFault(to);
  if (fault !== undefined) throw new Error(`a subject cannot carry the name: ${fault}`);
  return from === to ? `gtd(${actor}): ${to}` : `gtd(${actor}): ${from} ${ARROW} ${to}`;
}

/** Reads the first line of a commit message; undefined when it is no turn's. Says nothing of whether the names are known. */
export function parseSubject(subject: string): Subject | undefined {
  const close = subject.indexOf("): ");
  if (!subject.startsWith("gtd(") || close < 0) return undefined;
  const actor = subject.slice("gtd(".length, close);
  const [from = "", to = from, ...more] = subject.slice(close + "): ".length).split(` ${ARROW} `);
  if (more.length > 0 || (actorFault(actor) ?? nameFault(from) ?? nameFault(to)) !== undefined) return undefined;
  return { actor, from, to };
}

/** Why a state's name could not be read back from a subject; undefined when it can. */
export function nameFault(name: string): string | undefined {
  if (name === "") return "an empty name";
  if (name.trim() !== name) return `"${name}" begins or ends with a blank`;
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\u0085\u2028\u2029]/.test(name))
    return `${JSON.stringify(name)} has a line break or a control character`;
  if (` ${name} `.includes(` ${ARROW} `))
    return `"${name}" has "${ARROW}" as a word, which parts the states in a subject`;
  return undefined;
}

/** Why an actor's name could not be read back from a subject; undefined when it can. */
export function actorFault(actor: string): string | undefined {
  return actor.includes(")") ? `"${actor}" has a ")", which ends the actor in a subject` : nameFault(actor);
}
