import { EXIT, UserError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { stripControl } from "./control.ts";
import { runCommand } from "./run.ts";
import type { CommandResult } from "./run.ts";

export interface ModeCommandOptions {
  /** Text for the shell, its template rendered. */
  readonly command: string;
  readonly shell: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly timeout: number;
  /** The steering file as findings name it: relative to `cwd`. */
  readonly path: string;
  readonly signal?: AbortSignal;
}

/** What each operation of a declared mode gives. */
export interface ModeResults {
  readonly format: undefined;
  readonly validate: readonly Finding[];
  /** Names without `@`, each once. */
  readonly signals: readonly string[];
}

type Readers = {
  readonly [O in keyof ModeResults]: (result: CommandResult, options: ModeCommandOptions) => ModeResults[O];
};

const READERS: Readers = {
  format: (result, options) => expectSuccess("format", result, options),
  validate: (result, options) => (result.code === 0 ? [] : parseFindings(result, options.path)),
  signals: (result, options) => {
    expectSuccess("signals", result, options);
    return parseSignals(result.output, options);
  },
};

/**
 * Runs one operation of a declared mode (document 5). Throws a `UserError` when the command cannot be run or runs
 * out of time, when `format` or `signals` fails, and when `signals` prints what is no name.
 */
export async function runModeCommand<O extends keyof ModeResults>(
  operation: O,
  options: ModeCommandOptions,
): Promise<ModeResults[O]> {
  const { command, shell, cwd, env, timeout, signal } = options;
  const result = await runCommand({ command, shell, cwd, env, timeout, ...(signal === undefined ? {} : { signal }) });
  if (signal?.aborted === true)
    throw new UserError(`interrupted in the ${operation} command`, {
      code: "interrupted",
      exit: EXIT.interrupted,
      next: ["gtd status  # shows where it stands"],
    });
  if (result.spawnError !== undefined || result.timedOut || result.code === 126 || result.code === 127)
    throw cannotRun(operation, result, options);
  return READERS[operation](result, options);
}

function cannotRun(
  operation: keyof ModeResults,
  result: CommandResult,
  { command, shell, timeout }: ModeCommandOptions,
): UserError {
  const why = result.spawnError
    ? `the shell "${shell}" could not be started: ${result.spawnError.message}`
    : result.timedOut
      ? `it did not end within ${timeout} ms`
      : `the shell found no such command (exit ${result.code})`;
  return new UserError(`the ${operation} command "${command}" could not be run: ${why}`, {
    code: "mode-command-unusable",
    exit: EXIT.config,
    ...(outputOf(result) === "" ? {} : { detail: outputOf(result) }),
    next: [`correct "${operation}" of the mode in the configuration, or install what it calls`],
  });
}

function expectSuccess(
  operation: keyof ModeResults,
  result: CommandResult,
  { command, path }: ModeCommandOptions,
): undefined {
  if (result.code === 0) return undefined;
  const end = result.code === null ? `was ended by ${result.signal}` : `failed with exit ${result.code}`;
  throw new UserError(`the ${operation} command "${command}" ${end}`, {
    code: "mode-command-failed",
    exit: EXIT.refused,
    ...(outputOf(result) === "" ? {} : { detail: outputOf(result) }),
    next: [`correct "${path}" by what the command says, or the mode's "${operation}" in the configuration`],
  });
}

function outputOf({ output }: CommandResult): string {
  return stripControl(output).trim();
}

function parseFindings(result: CommandResult, path: string): readonly Finding[] {
  const lines = outputOf(result)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const end = result.code === null ? `was ended by ${result.signal}` : `ended with exit ${result.code}`;
  return (lines.length === 0 ? [`the validate command ${end} and said nothing`] : lines).map((line) =>
    parseFinding(line, path),
  );
}

/** `line:column`, or a file's name before it; behind it a colon or blanks. */
const PLACED = /^(?:(.+?):)?(\d+):(\d+)(?::\s*|\s+)(\S.*)$/;

/** One line of a validator's output; a place in another file is left in the message. */
function parseFinding(line: string, path: string): Finding {
  const [, file, row, column, message] = PLACED.exec(line) ?? [];
  const ours = file === undefined || file === path || file === `./${path}` || file.endsWith(`/${path}`);
  if (message === undefined || !ours) return { code: "mode-finding", severity: "error", message: line, path };
  const place = { line: Number(row), column: Number(column) };
  return { code: "mode-finding", severity: "error", message, path, range: { start: place, end: place } };
}

/** The name of a signal, as patterns read it (STATES.md, "Patterns"). */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u;

function parseSignals(output: string, { command }: ModeCommandOptions): readonly string[] {
  const names = stripControl(output)
    .split("\n")
    .map((line) => line.trim().replace(/^@/, ""))
    .filter((line) => line !== "");
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong === undefined) return [...new Set(names)];
  throw new UserError(`the signals command "${command}" printed "${wrong}", which is no name of a signal`, {
    code: "mode-signal-name",
    exit: EXIT.config,
    detail: stripControl(output).trim(),
    next: ['print one name a line: letters, digits, "_", "-" and "."'],
  });
}
