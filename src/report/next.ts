/** Behind a command: what it does, as a comment of the shell, so that the whole line can be pasted. */
const NOTE = /^(.*?\S) {2,}# (.*)$/;

/** Characters of a command that the notes of others are moved out for. */
const LONGEST = 40;

/** What to do next: one command or sentence a line, the notes behind commands below one another. */
export function renderNext(lines: readonly string[]): readonly string[] {
  const parts = lines.map((line) => NOTE.exec(line)?.slice(1) ?? [line]);
  const noted = parts.flatMap(([command = "", note]) => (note === undefined ? [] : [command.length]));
  const width = Math.min(LONGEST, Math.max(0, ...noted));
  return parts.map(([command = "", note]) => (note === undefined ? command : `${command.padEnd(width)}  # ${note}`));
}
