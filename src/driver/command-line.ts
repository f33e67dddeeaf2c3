import type { Permission } from "../engine/types.ts";
import type { Adapter } from "./adapter.ts";

/** Bytes of one argument; the system takes 128 KiB at most (execve(2), MAX_ARG_STRLEN). */
const ARGUMENT_LIMIT = 100_000;

export interface Call {
  readonly prompt: string;
  /** A file that holds the same prompt. */
  readonly promptFile: string;
  /** The vendor's name of a model. */
  readonly model?: string | undefined;
  readonly permission: Permission;
  /** The conversation: one to be started under this id, or one to be gone on with. */
  readonly session?: { readonly id: string; readonly known: boolean } | undefined;
}

export interface CommandLine {
  readonly command: readonly string[];
  /** Undefined where the prompt goes another way: standard input is then empty. */
  readonly stdin: string;
}

/**
 * An adapter's command line: command, session, model, permission, `last`, and the prompt where it is no standard
 * input. Undefined when the adapter has no such level of permission.
 */
export function buildCommandLine(adapter: Adapter, call: Call): CommandLine | undefined {
  const { session } = call;
  const invocation = session === undefined ? undefined : session.known ? adapter.resume : adapter.start;
  const permission = permissionArgs(adapter, call);
  if (permission === undefined) return undefined;
  const way = adapter.prompt ?? "stdin";
  const handed = handOver(way, call);
  const values = { session: session?.id, model: call.model, prompt: handed };
  const args = [
    ...(invocation?.command ?? adapter.command),
    ...(invocation?.args ?? []),
    ...(call.model === undefined ? [] : (adapter.model ?? [])),
    ...permission,
    ...(adapter.last ?? []),
  ];
  const placed = way === "stdin" || args.some((arg) => arg.includes("{prompt}"));
  const command = [...args, ...(placed ? [] : ["{prompt}"])].map((arg) => fill(arg, values));
  return { command, stdin: way === "stdin" ? call.prompt : "" };
}

/** Whether the agent can go on with a session under a permission; some take fewer when they resume. */
export function canResume({ resume }: Adapter, permission: Permission): boolean {
  return resume !== undefined && (resume.permission === undefined || resume.permission[permission] !== undefined);
}

/** An adapter that names no permissions at all has but one level, which is the user's to know. */
function permissionArgs(adapter: Adapter, { permission, session }: Call): readonly string[] | undefined {
  const levels = (session?.known === true ? adapter.resume?.permission : undefined) ?? adapter.permission;
  return levels === undefined ? [] : levels[permission];
}

function handOver(way: "stdin" | "file" | "arg", { prompt, promptFile }: Call): string {
  if (way !== "arg") return promptFile;
  if (Buffer.byteLength(prompt) <= ARGUMENT_LIMIT) return prompt;
  return `Your task is written in the file "${promptFile}". Read all of it first, then do what it says.`;
}

function fill(arg: string, values: Readonly<Record<string, string | undefined>>): string {
  return arg.replace(/\{(session|model|prompt)\}/g, (whole, name: string) => values[name] ?? whole);
}
