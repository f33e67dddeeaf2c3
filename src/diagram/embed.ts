const BEGIN = "<!-- gtd:mermaid -->";
const END = "<!-- /gtd:mermaid -->";

/**
 * The document with what stands between the two markers replaced by the diagram, as a fenced block; every other byte
 * is kept. A marker stands alone on its line and outside fences. Undefined when the markers are missing.
 */
export function embedDiagram(document: string, diagram: string): string | undefined {
  const lines = document.split(/(?<=\n)/);
  const begin = findOutsideFences(lines, BEGIN);
  const end = lines.findIndex((line, at) => at > begin && line.trim() === END);
  if (begin < 0 || end < 0) return undefined;
  const eol = lines[begin]?.endsWith("\r\n") === true ? "\r\n" : "\n";
  const block = ["", "```mermaid", ...diagram.trimEnd().split("\n"), "```", ""].map((line) => `${line}${eol}`);
  return [...lines.slice(0, begin + 1), ...block, ...lines.slice(end)].join("");
}

/** A marker that a document merely shows, in a fenced example, is no place for the diagram. */
function findOutsideFences(lines: readonly string[], wanted: string): number {
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const [, mark, rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && rest.trim() === "") fence = undefined;
    if (fence === undefined && line.trim() === wanted) return at;
  }
  return -1;
}
