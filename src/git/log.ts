import type { Commit } from "../engine/types.ts";

const FIELDS = 7;

/** Commits from the bytes of `readLog`. Throws on output that is cut short: half a history is no history. */
export function parseLog(bytes: Buffer): Commit[] {
  const fields = bytes.toString("utf8").split("\0");
  if (fields.pop() !== "" || fields.length % FIELDS !== 0) throw new Error("git log ended in the middle of a commit");
  const commits: Commit[] = [];
  for (let at = 0; at < fields.length; at += FIELDS) {
    const [hash, parents, tree, name, email, time, message] = fields.slice(at, at + FIELDS) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    commits.push({
      hash,
      tree,
      message,
      parents: parents === "" ? [] : parents.split(" "),
      committer: { name, email },
      time: Number(time),
    });
  }
  return commits;
}
