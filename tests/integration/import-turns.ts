import { execFileSync } from "node:child_process";
import type { World } from "./world.ts";

export interface ImportedTurn {
  readonly subject: string;
  /** Path and whole content. */
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
}

/** Commits made by hand, with whatever is pending in the first, in a handful of processes however many they are. */
export function importTurns(world: World, [first, ...rest]: readonly ImportedTurn[]): void {
  if (first === undefined) return;
  for (const [name, content] of Object.entries(first.write ?? {})) world.write(name, content);
  world.commitAll(first.subject);
  if (rest.length === 0) return;
  const branch = world.git("symbolic-ref", "HEAD").trim();
  const input = rest.map((turn, index) => renderCommit(turn, branch, index === 0)).join("");
  execFileSync("git", ["fast-import", "--quiet", "--force", "--date-format=now"], {
    cwd: world.dir,
    env: world.env,
    input,
  });
  world.git("reset", "-q", "--hard");
}

function renderCommit({ subject, write = {}, remove = [] }: ImportedTurn, branch: string, first: boolean): string {
  return [
    `commit ${branch}\ncommitter Ada Human <ada@example.org> now\n${renderData(`${subject}\n`)}`,
    first ? `from ${branch}^0\n` : "",
    ...Object.entries(write).map(
      ([name, content]) => `M 100644 inline ${JSON.stringify(name)}\n${renderData(content)}`,
    ),
    ...remove.map((name) => `D ${JSON.stringify(name)}\n`),
    "\n",
  ].join("");
}

function renderData(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
