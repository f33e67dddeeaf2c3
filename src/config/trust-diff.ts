import type { Source } from "../compiler/definition.ts";

/** Lines of context around a change. */
const CONTEXT = 3;
/** Cells of the table that finds the common lines; beyond it, the whole middle counts as replaced. */
const TABLE_LIMIT = 4_000_000;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** What changed between two sets of files, as a unified diff without line numbers; a new file is shown whole. */
export function renderTrustDiff(before: readonly Source[], after: readonly Source[]): string {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  const now = new Map(after.map(({ path, text }) => [path, text]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path) => renderFile(path, old.get(path), now.get(path))).join("\n");
}

function renderFile(path: string, before: string | undefined, after: string | undefined): readonly string[] {
  if (before === after) return [];
  const title = before === undefined ? "new file" : after === undefined ? "no longer part of it" : "changed";
  if (after === undefined) return [`── ${path} (${title})`];
  return [`── ${path} (${title})`, ...keepContext(diffLines(splitLines(before ?? ""), splitLines(after)))];
}

/** Without a line end at the end, the last line differs from the same with one. */
function splitLines(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : [...lines.slice(0, -1), `${lines.at(-1)} (no line end)`];
}

function diffLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return [
    ...signed(" ", before.slice(0, head)),
    ...diffMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...signed(" ", before.slice(before.length - tail)),
  ];
}

/** Longest common subsequence of lines. */
function diffMiddle(before: readonly string[], after: readonly string[]): readonly Line[] {
  const width = after.length + 1;
  if ((before.length + 1) * width > TABLE_LIMIT) return [...signed("-", before), ...signed("+", after)];
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const same = before[row] === after[column];
      common[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, now] = [before[row], after[column]];
    if (old !== undefined && old === now) lines.push({ sign: " ", text: old });
    else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1)))
      lines.push({ sign: "-", text: old });
    else lines.push({ sign: "+", text: now ?? "" });
    const { sign } = lines.at(-1) ?? { sign: "+" };
    if (sign !== "+") row += 1;
    if (sign !== "-") column += 1;
  }
  return lines;
}

function signed(sign: Line["sign"], texts: readonly string[]): readonly Line[] {
  return texts.map((text) => ({ sign, text }));
}

/** Leaves out what lies far from any change. */
function keepContext(lines: readonly Line[]): readonly string[] {
  const kept = new Set<number>();
  lines.forEach(({ sign }, index) => {
    if (sign === " ") return;
    for (let near = index - CONTEXT; near <= index + CONTEXT; near += 1) kept.add(near);
  });
  return lines.flatMap(({ sign, text }, index) => {
    if (kept.has(index)) return [`${sign} ${text}`];
    return index === 0 || kept.has(index - 1) ? ["  …"] : [];
  });
}
