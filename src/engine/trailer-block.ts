/** Prefixes that git writes itself; one of them lets a block hold other lines, up to three for each trailer. */
const GENERATED = ["Signed-off-by: ", "(cherry picked from commit "];
/** What git puts above text that is not part of a message. */
export const SCISSORS = "# ------------------------ >8 ------------------------";

export interface TrailerBlock {
  /** The lines of the last block, without line ends; empty when the message has none. */
  readonly block: readonly string[];
  /** Whether a line added to the end of the message would belong to the block. */
  readonly last: boolean;
}

/** Whether a line begins a trailer: a key of ASCII letters, digits and `-`, blanks, a colon. */
export function isTrailerLine(line: string): boolean {
  return /^[A-Za-z0-9-]+[ \t]*:/.test(line);
}

/** Finds the trailers of a message by the rules of git's `trailer.c`, with `#` for comments and no `---` divider. */
export function findTrailerBlock(message: string): TrailerBlock {
  const all = message.replace(/\n$/, "").split("\n");
  const lines = all.slice(0, endOfContent(all));
  const start = startOfBlock(lines);
  return { block: lines.slice(start), last: start < lines.length && lines.length === all.length };
}

/** Git leaves out what follows scissors, and comments, blank lines and an old "Conflicts:" list at the end. */
function endOfContent(lines: readonly string[]): number {
  const scissors = lines.indexOf(SCISSORS);
  const cutoff = scissors < 0 ? lines.length : scissors;
  let end: number | undefined;
  let conflicts = false;
  for (const [at, line] of lines.slice(0, cutoff).entries()) {
    const comment = line === "" || line.startsWith("#");
    if (comment || line === "Conflicts:") {
      end ??= at;
      conflicts ||= !comment;
    } else if (!(conflicts && line.startsWith("\t"))) {
      end = undefined;
      conflicts = false;
    }
  }
  return end ?? cutoff;
}

/** Index of the first line behind the last blank one, if what follows is a block of trailers; else `lines.length`. */
function startOfBlock(lines: readonly string[]): number {
  const title = lines.findIndex((line) => !line.startsWith("#") && isBlank(line));
  if (title < 0) return lines.length;
  let [trailers, others, folded, generated, onlyBlank] = [0, 0, 0, false, true];
  let at = lines.length;
  for (const line of lines.slice(title).toReversed()) {
    at -= 1;
    if (line.startsWith("#")) [others, folded] = [others + folded, 0];
    else if (isBlank(line)) {
      if (onlyBlank) continue;
      others += folded;
      const found = (generated && trailers * 3 >= others) || (trailers > 0 && others === 0);
      return found ? at + 1 : lines.length;
    } else {
      onlyBlank = false;
      const written = GENERATED.some((prefix) => line.startsWith(prefix));
      if (written || isTrailerLine(line)) [trailers, folded, generated] = [trailers + 1, 0, generated || written];
      else if (/^[ \t\r]/.test(line)) folded += 1;
      else [others, folded] = [others + 1 + folded, 0];
    }
  }
  return lines.length;
}

function isBlank(line: string): boolean {
  return /^[ \t\r]*$/.test(line);
}
