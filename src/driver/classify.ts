import type { Adapter } from "./adapter.ts";
import { parseWait } from "./parse-wait.ts";

/** What an agent's failure is, and so what helps (docs/driver.md, "When an agent fails"). */
export type FailureKind = NonNullable<Adapter["patterns"]>[number]["kind"] | "unknown";

export interface Failure {
  readonly kind: FailureKind;
  /** The vendor's own sentence, one line. */
  readonly sentence: string;
  /** Milliseconds that the vendor asks to be waited for. */
  readonly wait?: number;
}

export interface Evidence {
  /** Structured fields of the output. */
  readonly error?: string | undefined;
  readonly status?: string | undefined;
  readonly kind?: string | undefined;
  readonly exit: number | null;
  readonly signal?: string | null;
  /** The last lines of standard error. */
  readonly stderr: string;
  readonly patterns?: Adapter["patterns"];
}

interface Class {
  readonly kind: Exclude<FailureKind, "unknown">;
  /** Names that providers give it, in a field of its own or within a message. */
  readonly names: RegExp;
  readonly statuses: readonly number[];
  readonly phrases: RegExp;
}

/** In this order: what is more particular stands before what is more general. */
const CLASSES: readonly Class[] = [
  {
    kind: "context",
    names: /prompt_too_long|ContextOverflowError|context_length_exceeded/i,
    statuses: [413],
    phrases:
      /prompt is too long|ran out of room in the model's context window|maximum context length|input token count.{0,40}exceeds|has hit a token limit/i,
  },
  {
    kind: "billing",
    names: /insufficient_quota|quota_exceeded|billing_error/i,
    statuses: [402],
    phrases:
      /credit balance is too low|check your plan and billing|out of credits|insufficient (?:credits?|balance)|spend cap|have no quota|exhausted your daily quota/i,
  },
  {
    kind: "authentication",
    names: /authentication|invalid_api_key|permission_error/i,
    statuses: [401, 403],
    phrases:
      /not logged in|invalid (?:x-)?api[- ]key|api key not valid|incorrect api key|authentication (?:is )?(?:required|failed)|oauth token (?:has been |has |is )?(?:revoked|expired)|please run \/login/i,
  },
  {
    kind: "session",
    names: /session_not_found/i,
    statuses: [],
    phrases:
      /no conversation found with session id|session (?:id )?(?:\S+ )?(?:was )?not found|session.{0,80}already in use/i,
  },
  {
    kind: "model",
    names: /model_not_found/i,
    statuses: [],
    phrases:
      /unknown model|invalid model|models?\b.{0,80}\b(?:not found|does not exist|is not supported|not available)/i,
  },
  {
    kind: "setup",
    names: /workspace_trust_required/i,
    statuses: [],
    phrases: /workspace trust required|not running in a trusted directory|no providers configured/i,
  },
  {
    kind: "transient",
    names: /overloaded_error|rate_limit|RESOURCE_EXHAUSTED|server_overloaded/i,
    statuses: [408, 429, 500, 502, 503, 504, 529],
    phrases:
      /overloaded|at capacity|rate limit|usage limit|limit reached|too many requests|high demand|stream disconnected|connection failed|connection (?:error|refused|reset)|timed out|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|fetch failed/i,
  },
];

/** Characters of standard error, and lines, that are looked at. */
const TAIL = 8000;
const TAIL_LINES = 20;

/**
 * Says what kind of failure an agent's end was: by the names that its output gives, then by its status, then by the
 * words of its error and, where it named none, of the last lines of standard error. What it said to us is never searched.
 */
export function classifyFailure(evidence: Evidence, now: number): Failure {
  const tail = evidence.stderr.slice(-TAIL).trim().split("\n").slice(-TAIL_LINES).join("\n");
  const structured = evidence.error !== undefined || evidence.status !== undefined || evidence.kind !== undefined;
  const texts = structured ? [evidence.error ?? "", tail] : [tail];
  for (const [index, text] of texts.entries()) {
    const kind = kindOf(evidence, text, index === 0);
    if (kind === undefined) continue;
    const wait = kind === "transient" ? (parseWait(text, now) ?? parseWait(tail, now)) : undefined;
    return { kind, sentence: sentenceOf(evidence, tail), ...(wait === undefined ? {} : { wait }) };
  }
  const byExit = evidence.patterns?.find((one) => goesByExit(one) && one.exit === evidence.exit)?.kind;
  return { kind: byExit ?? "unknown", sentence: sentenceOf(evidence, tail) };
}

type Pattern = NonNullable<Adapter["patterns"]>[number];

function goesByExit({ match, status }: Pattern): boolean {
  return match === undefined && status === undefined;
}

function kindOf(evidence: Evidence, text: string, first: boolean): FailureKind | undefined {
  const status = Number(evidence.status ?? NaN);
  const own = evidence.patterns?.find(
    (one) =>
      !goesByExit(one) &&
      (one.match === undefined || new RegExp(one.match, "i").test(text)) &&
      (one.status === undefined || one.status === status) &&
      (one.exit === undefined || one.exit === evidence.exit),
  );
  if (own !== undefined) return own.kind;
  const named = CLASSES.find(({ names }) => names.test(`${first ? (evidence.kind ?? "") : ""} ${text}`))?.kind;
  const spoken = CLASSES.find(({ phrases }) => phrases.test(text))?.kind;
  const numbered = CLASSES.find(({ statuses }) => first && statuses.includes(status))?.kind;
  const stated = parseWait(text, 0) !== undefined;
  // Providers answer both haste and an empty purse with 429 and words of the latter, which count unless a time is stated.
  const words = spoken === "billing" && stated ? "transient" : spoken;
  if ((named === "transient" || numbered === "transient") && words === "billing") return "billing";
  if (named !== undefined || numbered !== undefined) return named ?? numbered;
  return words ?? (stated ? "transient" : undefined);
}

/** What an answer says that a vendor hands on as it came, in JSON, once or twice over. */
function messageIn(text: string): string {
  const found = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  try {
    const message: unknown = found === undefined ? undefined : JSON.parse(found);
    return typeof message === "string" && message.trim() !== "" ? messageIn(message) : text;
  } catch {
    return text;
  }
}

function sentenceOf({ error, exit, signal, status, kind }: Evidence, tail: string): string {
  const said = [error, tail.split("\n").findLast((line) => line.trim() !== "")].find(
    (text) => text !== undefined && text.trim() !== "",
  );
  const how = exit === null ? `it was ended by ${signal ?? "a signal"}` : `exit ${exit}`;
  const named = [status, kind].filter((part) => part !== undefined).join(" ");
  return messageIn(said ?? (named === "" ? how : `${how}, ${named}`))
    .trim()
    .replace(/\s+/g, " ")
    .slice(0, 500);
}
