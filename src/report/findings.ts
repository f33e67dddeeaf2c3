import { compareFindings } from "../finding.ts";
import type { Finding, Severity } from "../finding.ts";
import { renderCodeFrame } from "./code-frame.ts";
import { makeColors } from "./color.ts";
import type { Colors } from "./color.ts";
import { sanitizeText } from "./sanitize.ts";

export interface FindingsOptions {
  readonly color: boolean;
}

const PAINT: Readonly<Record<Severity, "red" | "yellow" | "cyan">> = { error: "red", warning: "yellow", info: "cyan" };

/**
 * Findings for a person, sorted by place: `file:line:column: error code: message`, the line with a caret, a hint.
 * @param readText the text that a finding's path names; no frame without it
 */
export function renderFindings(
  findings: readonly Finding[],
  readText: (path: string) => string | undefined,
  options: FindingsOptions,
): string {
  const colors = makeColors(options.color);
  return findings
    .toSorted(compareFindings)
    .map((finding) => renderFinding(finding, readText(finding.path), colors))
    .join("\n");
}

function renderFinding(finding: Finding, text: string | undefined, colors: Colors): string {
  const { range, severity } = finding;
  const place = range === undefined ? finding.path : `${finding.path}:${range.start.line}:${range.start.column}`;
  const head = `${colors.bold(oneLine(place))}: ${colors[PAINT[severity]](severity)} ${oneLine(finding.code)}: ${sanitizeText(finding.message)}\n`;
  const frame =
    range === undefined || text === undefined ? "" : paintFrame(renderCodeFrame(text, range), colors, severity);
  const hint =
    finding.hint === undefined
      ? ""
      : `  ${colors.dim("hint:")} ${sanitizeText(finding.hint).replaceAll("\n", "\n        ")}\n`;
  return `${head}${frame}${hint}`;
}

function paintFrame(frame: string, colors: Colors, severity: Severity): string {
  const [source = "", carets = ""] = frame.split("\n");
  if (source === "") return "";
  const at = carets.indexOf("^");
  return `  ${source}\n  ${carets.slice(0, at)}${colors[PAINT[severity]](carets.slice(at))}\n`;
}

function oneLine(text: string): string {
  return sanitizeText(text).replaceAll("\n", " ");
}
