import { stripControl } from "./control.ts";
import { cutText } from "./cut-text.ts";

export interface CaptureInput {
  readonly command: string;
  readonly code: number | "timeout";
  readonly output: string;
  /** Bytes of output that the file takes: head and tail over it. */
  readonly limit: number;
  /** Where the whole output stands, if it was kept. */
  readonly log?: string;
}

/** Bytes of a command that the file names; a script of pages is known by its head. */
const COMMAND_LIMIT = 1000;

/**
 * The text of a capture file: the command behind a `$`, its exit (`exit <n>` or `exit timeout`), an empty line and the
 * output. Control sequences are stripped. Never empty, so that the file tells a failure by being there.
 */
export function renderCapture({ command, code, output, limit, log }: CaptureInput): string {
  const shown = cutText(stripControl(command).trim(), COMMAND_LIMIT).split("\n").join("\n  ");
  const head = [`$ ${shown}`, `exit ${code}`, ...(log === undefined ? [] : [`whole output: ${log}`])].join("\n");
  const body = cutText(stripControl(output).replace(/^\n+|\s+$/g, ""), limit);
  return body === "" ? `${head}\n` : `${head}\n\n${body}\n`;
}

/** What a capture file says of a script that was run elsewhere and of which only the exit is known. */
export function renderCaptureWithoutOutput(code: number | "timeout"): string {
  return `exit ${code}, no output recorded\n`;
}
