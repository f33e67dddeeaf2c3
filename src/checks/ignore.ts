import type { Source } from "../compiler/definition.ts";
import type { Finding } from "../finding.ts";

const COMMENT = /^\s*#\s*gtd-ignore:\s*(\S*)\s*(.*)$/;

interface Ignore {
  readonly rule: string;
  readonly why: string;
  readonly path: string;
  readonly line: number;
}

/**
 * Takes out the findings that a comment `# gtd-ignore: <rule> <why>` on the line above silences; several such comments may
 * stand one below the other. A comment that names no rule, or no reason, is a finding itself and silences nothing.
 */
export function applyIgnores<T extends Finding>(
  findings: readonly T[],
  sources: readonly Source[],
  rules: readonly string[],
): readonly (T | Finding)[] {
  const ignores = sources.flatMap(listIgnores);
  const good = ignores.filter(({ rule, why }) => why !== "" && rules.includes(rule));
  const bad = ignores.filter((ignore) => !good.includes(ignore));
  return [
    ...findings.filter((finding) => !isIgnored(finding, good, ignores)),
    ...bad.map((ignore) => faultOf(ignore, rules)),
  ];
}

function listIgnores({ path, text }: Source): readonly Ignore[] {
  if (!text.includes("gtd-ignore")) return [];
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const match = COMMENT.exec(line);
    return match === null ? [] : [{ rule: match[1] ?? "", why: (match[2] ?? "").trim(), path, line: index + 1 }];
  });
}

function isIgnored({ code, path, range }: Finding, good: readonly Ignore[], all: readonly Ignore[]): boolean {
  if (range === undefined) return false;
  const at = (line: number) => all.find((ignore) => ignore.path === path && ignore.line === line);
  for (let line = range.start.line - 1; ; line -= 1) {
    const ignore = at(line);
    if (ignore === undefined) return false;
    if (ignore.rule === code && good.includes(ignore)) return true;
  }
}

function faultOf({ rule, path, line }: Ignore, rules: readonly string[]): Finding {
  const known = rules.includes(rule);
  return {
    code: "ignore",
    severity: "error",
    message: known
      ? `"gtd-ignore: ${rule}" gives no reason`
      : `"gtd-ignore" names "${rule}", which is no rule of gtd check`,
    path,
    range: { start: { line, column: 1 }, end: { line, column: 1 } },
    hint: known ? `# gtd-ignore: ${rule} <why it is right here>` : `the rules are: ${rules.join(", ")}`,
  };
}
