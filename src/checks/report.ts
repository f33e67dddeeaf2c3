import type { Finding, Severity } from "../finding.ts";
import type { CheckFinding } from "./check-workflow.ts";

/** The document of `gtd check --json` (docs/cli.md). */
export function checkJson(findings: readonly CheckFinding[]): object {
  return {
    findings: findings.map(({ code, severity, message, path, range, state, witness }) => ({
      rule: code,
      severity,
      message,
      file: path,
      line: range?.start.line ?? 1,
      column: range?.start.column ?? 1,
      ...(state === undefined ? {} : { state }),
      ...(witness === undefined ? {} : { witness }),
    })),
  };
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands that GitHub Actions shows as annotations, one a line. */
export function renderAnnotations(findings: readonly CheckFinding[]): string {
  return findings
    .map(({ code, severity, message, path, range, hint }) => {
      const { line, column } = range?.start ?? { line: 1, column: 1 };
      const properties = `file=${property(path)},line=${line},col=${column},title=${property(`gtd check: ${code}`)}`;
      return `::${COMMANDS[severity]} ${properties}::${data(hint === undefined ? message : `${message}\n${hint}`)}\n`;
    })
    .join("");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** What was found, in one line, and in another what was left out. */
export function renderSummary(findings: readonly Finding[], withNotes: boolean): string {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  const parts = [plural(count("error"), "error"), plural(count("warning"), "warning")].filter((part) => part !== "");
  const verdict = parts.length === 0 ? "no problem found\n" : `${parts.join(", ")}\n`;
  const notes = findings.filter(({ severity }) => severity === "info");
  if (withNotes || notes.length === 0) return verdict;
  const rules = [...new Set(notes.map(({ code }) => code))].map(
    (rule) => `${rule} ${notes.filter(({ code }) => code === rule).length}`,
  );
  return `${verdict}${plural(notes.length, "note")} (${rules.join(", ")}): gtd check --notes shows them\n`;
}

function plural(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}${count === 1 ? "" : "s"}`;
}
