import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { decideColor } from "../report/color.ts";
import { renderFindings } from "../report/findings.ts";
import { renderNext } from "../report/next.ts";
import { renderJson, sanitizeText } from "../report/sanitize.ts";
import type { Context } from "../runtime/context.ts";
import { InvalidConfiguration } from "../runtime/open.ts";

/** Prints an error, as JSON too where that was asked for, and gives the exit code. Anything but a UserError is a bug. */
export function reportError(error: unknown, context: Context): ExitCode {
  if (!(error instanceof UserError)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (context.json)
      context.out(`${JSON.stringify({ state: "error", prompt: "a fault in gtd itself", code: "bug" })}\n`);
    context.err(`gtd: a fault in gtd itself; nothing was lost. Please report it with these lines:\n${stack}\n`);
    return EXIT.refused;
  }
  if (context.json) context.out(`${renderJson({ state: "error", prompt: error.message, code: error.code })}\n`);
  const findings =
    error instanceof InvalidConfiguration
      ? renderFindings(error.findings, (path) => readSource(error, path), {
          color: decideColor(context.env, process.stderr.isTTY === true),
        })
      : "";
  const detail = error.detail === undefined ? "" : `${error.detail}\n`;
  const next = renderNext(error.next)
    .map((line) => `  ${line}\n`)
    .join("");
  context.err(`${findings}${sanitizeText(`gtd: ${error.message}\n${detail}${next === "" ? "" : `next:\n${next}`}`)}`);
  return error.exit;
}

function readSource(error: InvalidConfiguration, path: string): string | undefined {
  const absolute = isAbsolute(path) ? path : join(error.root, path);
  const read = error.sources.find((source) => source.path === path || source.path === absolute)?.text;
  if (read !== undefined) return read;
  try {
    return readFileSync(absolute, "utf8");
  } catch {
    return undefined;
  }
}
