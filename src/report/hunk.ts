/** A line of a diff that a person is shown. */
export interface DiffLine {
  readonly tone: "added" | "removed" | "kept" | "place";
  readonly text: string;
}

export interface Hunk {
  readonly lines: readonly DiffLine[];
  /** Lines that were left out, because there are more than fit. */
  readonly left: number;
  /** Whether a range was asked for and the diff holds nothing of it, so that all of the diff is shown. */
  readonly missed: boolean;
}

export interface HunkOptions {
  /** Lines of the new version, counted from 1; all of the diff where there is none. */
  readonly range?: { readonly from: number; readonly to: number };
  /** How many lines fit. */
  readonly limit: number;
}

/** Lines of context around a range. */
const AROUND = 3;
/** Characters of a line that are worth showing. */
const WIDTH = 240;

/** The part of one file's unified diff that touches a range of lines of the new version. Takes any text. */
export function pickHunk(diff: string, { range, limit }: HunkOptions): Hunk {
  const { placed, head } = readDiffLines(diff);
  const near = range === undefined ? placed : placed.filter(({ at }) => isNear(at, range));
  const missed = placed.length > 0 && near.length === 0;
  const shown = missed ? placed : near;
  const lines = shown.length === 0 ? head : withPlaces(shown);
  return { lines: lines.slice(0, limit).map(shorten), left: Math.max(0, lines.length - limit), missed };
}

interface Placed {
  readonly line: DiffLine;
  /** Line of the new version; of a removed one, that of the line behind it. */
  readonly at: number;
  readonly hunk: number;
}

const TONES: ReadonlyMap<string, DiffLine["tone"]> = new Map([
  ["+", "added"],
  ["-", "removed"],
  [" ", "kept"],
  ["\\", "kept"],
]);

/** The lines of all hunks, each with its place; what stands before the first is kept for a diff that has none. */
function readDiffLines(diff: string): { readonly placed: readonly Placed[]; readonly head: readonly DiffLine[] } {
  const placed: Placed[] = [];
  const head: DiffLine[] = [];
  let [at, hunk, within] = [0, 0, false];
  for (const text of diff.replace(/\n$/, "").split("\n")) {
    const start = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)?.[1];
    const tone = TONES.get(text.charAt(0));
    if (start !== undefined) [at, hunk, within] = [Math.max(1, Number(start)), hunk + 1, true];
    else if (within && tone !== undefined) {
      placed.push({ line: { tone, text }, at, hunk });
      if (tone === "added" || text.startsWith(" ")) at += 1;
    } else {
      within = false;
      if (text !== "" && !/^(?:diff --git|index) /.test(text)) head.push({ tone: "kept", text });
    }
  }
  return { placed, head };
}

function isNear(at: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return at >= from - AROUND && at <= to + AROUND;
}

/** A line that tells where each hunk begins stands before it. */
function withPlaces(placed: readonly Placed[]): readonly DiffLine[] {
  return placed.flatMap(({ line, at, hunk }, index) =>
    placed[index - 1]?.hunk === hunk ? [line] : [{ tone: "place" as const, text: `@@ line ${at} @@` }, line],
  );
}

function shorten({ tone, text }: DiffLine): DiffLine {
  return { tone, text: text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text };
}
