import { accessSync, constants, readFileSync, readdirSync } from "node:fs";

/** Names in a directory, sorted; none when it cannot be read. */
export function listNames(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}

/** Text of a file; undefined when it cannot be read. */
export function readTextOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
